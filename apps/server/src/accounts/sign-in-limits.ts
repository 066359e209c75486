import type { Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Device } from './actor.ts';
import { addressBlock, type Limited, networkOf, type RateLimits } from './rate-limits.ts';

/** One attempt to sign in. `account` is the player's id, or what was typed where nobody is called so. */
type Attempt = { readonly account: string; readonly address: string; readonly device: Device | null };

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/**
 * Slows down guessers without locking owners out. A device on which the account was signed in before counts for itself,
 * whatever others do. Everybody else is limited at this account from their address, and by their address at all accounts.
 * An account that is guessed at from many addresses leaves a few attempts to each network: who knows the password gets
 * through with the first.
 */
export const createSignInLimits = (limits: Pick<RateLimits, 'consume' | 'reward'>) => ({
  /** Counts an attempt. @returns what takes it back once it has succeeded, or the refusal when it is one too many */
  async begin({ account, address, device }: Attempt): Promise<Result<() => Promise<void>, Refusal>> {
    const counted: (readonly [Limited, string])[] = [];
    const count = (what: Limited, key: string): Promise<Refusal | undefined> => {
      counted.push([what, key]);
      return limits.consume([what, key]);
    };
    const block = addressBlock(address);
    const refusal = device?.knows.includes(account)
      ? await count('signInDevice', `${device.id} ${account}`)
      : ((await count('signInFrom', block)) ??
        (await count('signInFromAs', `${block} ${account}`)) ??
        ((await count('signInAs', account)) && (await count('signInNearAs', `${networkOf(address)} ${account}`))));
    if (refusal !== undefined) return err(refusal);
    return ok(async () => {
      await Promise.all(counted.map(([what, key]) => limits.reward(what, key)));
    });
  },
});
