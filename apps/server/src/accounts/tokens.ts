import { randomBytes } from 'node:crypto';
import type { NewToken, Refusal, TokenRow } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Actor } from './actor.ts';
import type { HangUp } from './hang-up.ts';
import { type Identity, tokenHash } from './identity.ts';
import type { Owners } from './owners.ts';
import type { AccountStore } from './store.ts';

/** Tokens of one player, at the most. */
const MOST_TOKENS = 20;

/** How a token begins, so that it is known for one wherever it turns up. */
const TOKEN_PREFIX = 'terrace_';

type Services = {
  readonly store: AccountStore;
  readonly identity: Identity;
  readonly owners: Owners;
  readonly hangUp: HangUp;
  readonly now: () => number;
};

export type Tokens = ReturnType<typeof tokensOf>;

/** Keys for programs. */
export const tokensOf = ({ store, identity, owners, hangUp, now }: Services) => ({
  /** Makes a token for programs. Its text is told this once. */
  async make(actor: Actor, wish: NewToken): Promise<Result<{ text: string; token: TokenRow }, Refusal>> {
    const row = await owners.own(actor);
    if (!row.ok) return row;
    const { id } = actor.player;
    if ((await store.tokens(id)).length >= MOST_TOKENS) return err({ code: 'too-many-tokens', most: MOST_TOKENS });
    const text = TOKEN_PREFIX + randomBytes(32).toString('base64url');
    const scopes = [...new Set(wish.scopes)];
    const token = await store.addToken(id, { name: wish.name, hash: tokenHash(text), scopes, at: now() });
    return ok({ text, token });
  },

  async end(actor: Actor, id: string): Promise<Result<null, Refusal>> {
    const row = await owners.own(actor);
    if (!row.ok) return row;
    if (!(await store.removeToken(actor.player.id, id))) return err({ code: 'no-such-token' });
    identity.forget();
    hangUp([`token:${id}`]);
    return ok(null);
  },
});
