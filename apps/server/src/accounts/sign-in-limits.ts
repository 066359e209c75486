import type { PlayerId, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { addressBlock, networkOf } from '../limits/address-block.ts';
import type { Device } from './actor.ts';
import type { Limited, RateLimits } from './rate-limits.ts';

/** `login` is the folded name or e-mail address as typed. */
type Attempt = {
  readonly login: string;
  readonly player: PlayerId | undefined;
  readonly address: string;
  readonly device: Device | null;
};

/**
 * Slows down guessing without locking owners out. A device that signed in to the account before has its own limit.
 * Other clients are limited per address, for this account and for all accounts. Logins count as typed: a shared count
 * would reveal the e-mail address of a name. Under distributed guessing, each network keeps a few attempts for the
 * owner.
 */
export const createSignInLimits = (limits: Pick<RateLimits, 'consume' | 'refund'>) => ({
  /** @returns a function that refunds the attempt after success, or the refusal */
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
      await Promise.all(counted.map(([what, key]) => limits.refund(what, key)));
    });
  },
});
