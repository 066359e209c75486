import type { PlayerId, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { addressBlock, networkOf } from '../limits/address-block.ts';
import type { Device } from './actor.ts';
import type { Limited, RateLimits } from './rate-limits.ts';

/** One attempt to sign in: the name or address that was typed, folded, and whose it is. */
type Attempt = {
  readonly login: string;
  readonly player: PlayerId | undefined;
  readonly address: string;
  readonly device: Device | null;
};

/**
 * Slows down guessers without locking owners out. A device on which the account was signed in before counts for itself,
 * whatever others do. Everybody else is limited at this account from their address, and by their address at all accounts; by
 * what they typed, since a shared count would tell which name an e-mail address belongs to.
 * An account that is guessed at from many addresses leaves a few attempts to each network: who knows the password gets
 * through with the first.
 */
export const createSignInLimits = (limits: Pick<RateLimits, 'consume' | 'reward'>) => ({
  /** Counts an attempt. @returns what takes it back once it has succeeded, or the refusal when it is one too many */
  async begin({ login, player, address, device }: Attempt): Promise<Result<() => Promise<void>, Refusal>> {
    const counted: (readonly [Limited, string])[] = [];
    const count = (what: Limited, key: string): Promise<Refusal | undefined> => {
      counted.push([what, key]);
      return limits.consume([what, key]);
    };
    const block = addressBlock(address);
    const isKnown = device !== null && player !== undefined && device.knows.includes(player);
    const refusal = isKnown
      ? await count('signInDevice', `${device.id} ${player}`)
      : ((await count('signInFrom', block)) ??
        (await count('signInFromAs', `${block} ${login}`)) ??
        ((await count('signInAs', login)) && (await count('signInNearAs', `${networkOf(address)} ${login}`))));
    if (refusal !== undefined) return err(refusal);
    return ok(async () => {
      await Promise.all(counted.map(([what, key]) => limits.reward(what, key)));
    });
  },
});
