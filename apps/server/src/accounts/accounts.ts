import { randomBytes } from 'node:crypto';
import { type AccountView, type NewToken, type Player, PlayerId, type Refusal, type TokenRow } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Actor } from './actor.ts';
import { ADDRESS_HEADER, type Auth, isRefused } from './auth.ts';
import { guest } from './guests.ts';
import type { HangUp } from './hang-up.ts';
import { type Identity, tokenHash } from './identity.ts';
import { household, type Limited, type Limits } from './limits.ts';
import type { Mailer } from './mail.ts';
import { checkName, nameKey } from './names.ts';
import { checkPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { AccountRow, AccountStore } from './store.ts';

const MINUTE = 60_000; // ms
const DAY = 24 * 60 * MINUTE;

/** Without a password, one has to have signed in so lately to do what cannot be undone, in ms. */
const FRESH = 10 * MINUTE;

/** Tokens of one player, at the most. */
const MOST_TOKENS = 20;

/** How a token begins, so that it is known for one wherever it turns up. */
export const TOKEN_PREFIX = 'terrace_';

/** An address nobody has: who asks for an unknown name waits as long as for a known one. */
const NOBODY = 'nobody@nowhere.invalid';

/** Where a request came from. */
export type From = { readonly address: string; readonly browser: string };

type Services = {
  readonly store: AccountStore;
  readonly auth: Auth;
  readonly identity: Identity;
  readonly limits: Limits;
  readonly mail: Mailer | null;
  readonly now: () => number;
  readonly report: (fault: unknown) => void;
  readonly sessions: Sessions;
  /** Calls a player by another name in every game. */
  readonly rename: (player: Player) => Promise<void>;
  readonly hangUp: HangUp;
};

export type Accounts = ReturnType<typeof accountsOf>;

/** Signing up, in and out, and what an account's owner may do with it. */
export function accountsOf(services: Services) {
  const { store, auth, identity, sessions, limits, mail, now, report, rename, hangUp } = services;
  const headersFrom = ({ address, browser }: From) => new Headers({ [ADDRESS_HEADER]: address, 'user-agent': browser });

  /** The refusal of the first limit that is used up. */
  async function pace(...tries: readonly (readonly [Limited, string])[]): Promise<Refusal | undefined> {
    for (const [what, who] of tries) {
      const tooMany = await limits.take(what, who);
      if (tooMany !== undefined) return tooMany;
    }
    return undefined;
  }

  async function own(actor: Actor): Promise<Result<AccountRow, Refusal>> {
    const row = actor.proof.startsWith('session:') ? await store.account(actor.player.id) : undefined;
    return row === undefined ? err({ code: 'needs-account' }) : ok(row);
  }

  /** Signs in for a moment, to see whether a password is right; nothing stays of it. */
  async function isPassword(row: AccountRow, password: string): Promise<boolean> {
    const { password: tools, internalAdapter } = await auth.$context;
    const hash = (await internalAdapter.findAccounts(row.userId)).find(({ providerId }) => providerId === 'credential');
    return hash?.password ? tools.verify({ hash: hash.password, password }) : false;
  }

  /** Whether the owner is here in person: by password, or without one by having signed in just now. */
  async function inPerson(actor: Actor, row: AccountRow, password: string | null): Promise<Refusal | undefined> {
    const tooMany = await pace(['password', actor.player.id]);
    if (tooMany !== undefined) return tooMany;
    if (row.password) {
      if (password === null || !(await isPassword(row, password))) return { code: 'wrong-password' };
      await limits.forgive('password', actor.player.id);
      return undefined;
    }
    const session = (await store.sessions(row.userId, now())).find(({ id }) => actor.proof === `session:${id}`);
    return session === undefined || now() - session.createdAt > FRESH ? { code: 'sign-in-again' } : undefined;
  }

  async function signedIn(email: string, password: string, from: From): Promise<Result<string, Refusal>> {
    try {
      const { token } = await auth.api.signInEmail({ body: { email, password }, headers: headersFrom(from) });
      identity.forget();
      return ok(token);
    } catch (error) {
      if (isRefused(error)) return err({ code: 'wrong-login' });
      throw error;
    }
  }

  /** Makes somebody an account's owner in all eyes: by name everywhere, and no more by a guest's cookie. */
  async function arrive(player: Player): Promise<void> {
    identity.forget();
    hangUp([`guest:${player.id}`]);
    await rename(player);
  }

  async function confirmLink(row: AccountRow, email: string): Promise<void> {
    if (mail === null) return;
    const token = randomBytes(24).toString('base64url');
    await store.keepLink(tokenHash(token), `${row.userId} ${email}`, now() + DAY);
    mail.confirm(email, row.player.name, token).catch(report);
  }

  return {
    /**
     * Makes an account. A guest's id goes over to it, with all games.
     *
     * @returns the session's secret
     */
    async signUp(
      { name, password, email }: { name: string; password: string; email?: string | undefined },
      visitor: Actor | null,
      from: From,
    ): Promise<Result<string, Refusal>> {
      const key = checkName(name);
      if (!key.ok) return err({ code: 'bad-name', why: key.error });
      const good = checkPassword(password, name);
      if (!good.ok) return err({ code: 'bad-password', why: good.error });
      if (email !== undefined && mail === null) return err({ code: 'no-mail' });
      if (visitor !== null && !visitor.proof.startsWith('guest:')) return err({ code: 'signed-in' });
      const mailed = email === undefined ? [] : [['mail', email.toLowerCase()] as const];
      const tooMany = await pace(['signUp', household(from.address)], ...mailed);
      if (tooMany !== undefined) return err(tooMany);

      const player = { id: visitor?.player.id ?? newPlayerId(), name };
      const claim = await store.claimName(player, key.value, now());
      if (claim !== 'claimed') return err(claim === 'taken' ? { code: 'name-taken', name } : { code: 'signed-in' });
      try {
        const body = { name, password, email: `${player.id}@nowhere.invalid`, playerId: player.id };
        const { token } = await auth.api.signUpEmail({ body, headers: headersFrom(from) });
        if (token === null) throw new Error('a new account has no session');
        await arrive(player);
        const row = await store.account(player.id);
        if (email !== undefined && row !== undefined) await confirmLink(row, email.toLowerCase());
        return ok(token);
      } catch (error) {
        await store.releaseName(guest(player.id));
        throw error;
      }
    },

    /** @param login a name or an e-mail address. @returns the session's secret */
    async signIn(
      { login, password }: { login: string; password: string },
      from: From,
    ): Promise<Result<string, Refusal>> {
      const by = login.includes('@') ? { email: login.trim().toLowerCase() } : { key: nameKey(login.trim()) };
      const who = 'key' in by ? by.key : by.email;
      const tooMany = await pace(['signInFrom', household(from.address)], ['signInAs', who]);
      if (tooMany !== undefined) return err(tooMany);
      const token = await signedIn((await store.addressOf(by)) ?? NOBODY, password, from);
      if (token.ok)
        await Promise.all([limits.forgive('signInFrom', household(from.address)), limits.forgive('signInAs', who)]);
      return token;
    },

    /** Ends the session that asks. */
    async signOut(actor: Actor): Promise<Result<null, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      await sessions.end(row.value.userId, { id: actor.proof.slice('session:'.length) });
      return ok(null);
    },

    /** Gives somebody who came by another service the name of their account. */
    async chooseName(actor: Actor, name: string): Promise<Result<null, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      if (row.value.named) return err({ code: 'signed-in' });
      const key = checkName(name);
      if (!key.ok) return err({ code: 'bad-name', why: key.error });
      const player = { id: actor.player.id, name };
      if (!(await store.nameAccount(player, key.value))) return err({ code: 'name-taken', name });
      await arrive(player);
      hangUp([actor.proof]);
      return ok(null);
    },

    async view(actor: Actor): Promise<Result<AccountView, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      const { userId, player, email, password, providers } = row.value;
      const [open, tokens] = await Promise.all([store.sessions(userId, now()), store.tokens(player.id)]);
      return ok({
        name: player.name,
        email,
        mail: mail !== null,
        password,
        providers: [...providers],
        sessions: open.map((each) => ({ ...each, current: actor.proof === `session:${each.id}` })),
        tokens: [...tokens],
      });
    },

    /** Changes the password, and ends every other session. */
    async changePassword(actor: Actor, current: string | null, next: string): Promise<Result<null, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      const good = checkPassword(next, row.value.player.name);
      if (!good.ok) return err({ code: 'bad-password', why: good.error });
      const stranger = await inPerson(actor, row.value, current);
      if (stranger !== undefined) return err(stranger);
      const { password, internalAdapter } = await auth.$context;
      const hash = await password.hash(next);
      if (row.value.password) await internalAdapter.updatePassword(row.value.userId, hash);
      else await internalAdapter.linkAccount(credential(row.value.userId, hash));
      await sessions.end(row.value.userId, { allBut: actor.proof.slice('session:'.length) });
      return ok(null);
    },

    /** Takes the address out, or sends a link to a new one; it counts when that is followed. */
    async changeEmail(actor: Actor, email: string | null, password: string | null): Promise<Result<null, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      if (email !== null && mail === null) return err({ code: 'no-mail' });
      const stranger = (await inPerson(actor, row.value, password)) ?? (await pace(['mail', row.value.userId]));
      if (stranger !== undefined) return err(stranger);
      if (email === null) await store.setEmail(row.value.userId, null);
      else await confirmLink(row.value, email.toLowerCase());
      return ok(null);
    },

    /** Follows the link to a new address. Whose it is already, hears of it by mail and nobody else does. */
    async confirmEmail(token: string): Promise<Result<null, Refusal>> {
      const value = await store.takeLink(tokenHash(token), now());
      const [userId, email] = value?.split(' ') ?? [];
      if (userId === undefined || email === undefined) return err({ code: 'link-over' });
      if (!(await store.setEmail(userId, email))) {
        mail?.taken(email, (await store.nameOf(userId)) ?? 'somebody').catch(report);
      }
      return ok(null);
    },

    /** Sends a link to a new password, if there is such an address; the answer is the same if not. */
    async forgot(email: string, from: From): Promise<Result<null, Refusal>> {
      if (mail === null) return err({ code: 'no-mail' });
      const tooMany = await pace(['mailFrom', household(from.address)], ['mail', email.toLowerCase()]);
      if (tooMany !== undefined) return err(tooMany);
      const address = await store.addressOf({ email: email.toLowerCase() });
      await auth.api.requestPasswordReset({ body: { email: address ?? NOBODY } });
      return ok(null);
    },

    /** Sets a new password by the link that was sent, and ends every session. */
    async reset(token: string, password: string, from: From): Promise<Result<null, Refusal>> {
      const tooMany = await pace(['signInFrom', household(from.address)]);
      if (tooMany !== undefined) return err(tooMany);
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      const good = checkPassword(password, (link && (await store.nameOf(link.value))) ?? '');
      if (!good.ok) return err({ code: 'bad-password', why: good.error });
      try {
        await auth.api.resetPassword({ body: { newPassword: password, token } });
        return ok(null);
      } catch (error) {
        if (isRefused(error)) return err({ code: 'link-over' });
        throw error;
      }
    },

    async endSession(actor: Actor, id: string): Promise<Result<null, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      return (await sessions.end(row.value.userId, { id })) === 0 ? err({ code: 'no-such-session' }) : ok(null);
    },

    /** Makes a token for programs. Its text is told this once. */
    async makeToken(actor: Actor, wish: NewToken): Promise<Result<{ text: string; token: TokenRow }, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      const { id } = actor.player;
      if ((await store.tokens(id)).length >= MOST_TOKENS) return err({ code: 'too-many-tokens', most: MOST_TOKENS });
      const text = TOKEN_PREFIX + randomBytes(32).toString('base64url');
      const scopes = [...new Set(wish.scopes)];
      const token = await store.addToken(id, { name: wish.name, hash: tokenHash(text), scopes, at: now() });
      return ok({ text, token });
    },

    async endToken(actor: Actor, id: string): Promise<Result<null, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      if (!(await store.removeToken(actor.player.id, id))) return err({ code: 'no-such-token' });
      identity.forget();
      hangUp([`token:${id}`]);
      return ok(null);
    },

    /** Deletes the account. Games and talk stay, under a name that says nothing; the old name is nobody's ever after. */
    async remove(actor: Actor, password: string | null): Promise<Result<null, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      const stranger = await inPerson(actor, row.value, password);
      if (stranger !== undefined) return err(stranger);
      const { id } = actor.player;
      const [open, tokens] = await Promise.all([store.sessions(row.value.userId, now()), store.tokens(id)]);
      const nobody = { id, name: `Deleted-${guest(newPlayerId()).name.slice('Guest-'.length)}` };
      await store.close(nobody, row.value.userId, now());
      identity.forget();
      hangUp([
        ...open.map((each) => `session:${each.id}` as const),
        ...tokens.map((each) => `token:${each.id}` as const),
      ]);
      await rename(nobody);
      return ok(null);
    },

    /** Whether somebody may be let in as one more guest from this address. */
    mayBeGuest: (address: string): Promise<Refusal | undefined> => limits.take('guest', household(address)),
    /** Whether another attempt to sign in may come from this address. */
    mayTry: (address: string): Promise<Refusal | undefined> => limits.take('signInFrom', household(address)),

    /** Somebody is not who they were, in this browser: what rested on that is over. */
    left(actor: Actor): void {
      identity.forget();
      hangUp([actor.proof]);
    },

    mayExport: (actor: Actor): Promise<Refusal | undefined> => limits.take('export', actor.player.id),
  };
}

const newPlayerId = (): PlayerId => PlayerId.parse(randomBytes(15).toString('base64url'));

const credential = (userId: string, password: string) => ({
  userId,
  providerId: 'credential',
  issuer: 'local:credential', // as better-auth names itself
  accountId: userId,
  password,
});
