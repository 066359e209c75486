import { randomBytes } from 'node:crypto';
import type { NewToken, Refusal, TokenRow } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { AccountAccess } from './account-access.ts';
import type { AccountStore, OnSecurityChange } from './accounts.ports.ts';
import type { Actor } from './actor.ts';
import { type Identity, tokenHash } from './identity.ts';
import type { Revoke } from './revocation.ts';

const MAX_TOKENS = 20; // per player

/** Lets secret scanners recognise tokens. */
const TOKEN_PREFIX = 'terrace_';

type Dependencies = {
  readonly store: AccountStore;
  readonly identity: Identity;
  readonly access: AccountAccess;
  readonly revoke: Revoke;
  readonly onSecurityChange: OnSecurityChange;
  readonly now: () => number;
};

export type Tokens = ReturnType<typeof createTokens>;

export const createTokens = ({ store, identity, access, revoke, onSecurityChange, now }: Dependencies) => ({
  /** The text is returned only here; the store keeps its hash. */
  async create(actor: Actor, wish: NewToken): Promise<Result<{ text: string; token: TokenRow }, Refusal>> {
    const row = await access.accountOf(actor);
    if (!row.ok) return row;
    const { id } = actor.player;
    const text = TOKEN_PREFIX + randomBytes(32).toString('base64url');
    const scopes = [...new Set(wish.scopes)];
    const token = await store.addToken(id, { name: wish.name, hash: tokenHash(text), scopes, at: now() }, MAX_TOKENS);
    if (token === undefined) return err({ code: 'too-many-tokens', most: MAX_TOKENS });
    onSecurityChange(id, 'token');
    return ok({ text, token });
  },

  async revoke(actor: Actor, id: string): Promise<Result<null, Refusal>> {
    const row = await access.accountOf(actor);
    if (!row.ok) return row;
    if (!(await store.removeToken(actor.player.id, id))) return err({ code: 'no-such-token' });
    identity.invalidate();
    revoke([`token:${id}`]);
    return ok(null);
  },
});
