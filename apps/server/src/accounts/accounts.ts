import { randomBytes } from 'node:crypto';
import { type AccountView, type Player, PlayerId, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Actor } from './actor.ts';
import { ADDRESS_HEADER, type Auth, isRefused, NOBODY } from './auth.ts';
import type { Email } from './email.ts';
import type { From } from './from.ts';
import { guest } from './guests.ts';
import type { HangUp } from './hang-up.ts';
import type { Identity } from './identity.ts';
import { household, type Limits } from './limits.ts';
import { checkName, nameKey } from './names.ts';
import type { Owners } from './owners.ts';
import { checkPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { AccountStore } from './store.ts';

type Services = {
  readonly store: AccountStore;
  readonly auth: Auth;
  readonly identity: Identity;
  readonly limits: Limits;
  readonly owners: Owners;
  readonly email: Email;
  readonly canMail: boolean;
  readonly now: () => number;
  readonly sessions: Sessions;
  /** Calls a player by another name in every game. */
  readonly rename: (player: Player) => Promise<void>;
  readonly hangUp: HangUp;
};

export type Accounts = ReturnType<typeof accountsOf>;

/** Signing up, in and out, and what an account's owner may do with it. */
export function accountsOf(services: Services) {
  const { store, auth, identity, sessions, limits, owners, email: letters, canMail, now, rename, hangUp } = services;
  const { own, inPerson } = owners;
  const headersFrom = ({ address, browser }: From) => new Headers({ [ADDRESS_HEADER]: address, 'user-agent': browser });

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
      if (email !== undefined && !canMail) return err({ code: 'no-mail' });
      if (visitor !== null && !visitor.proof.startsWith('guest:')) return err({ code: 'signed-in' });
      const mailed = email === undefined ? [] : [['mail', email.toLowerCase()] as const];
      const tooMany = await limits.takeAll(['signUp', household(from.address)], ...mailed);
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
        if (email !== undefined && row !== undefined) await letters.ask(row, email.toLowerCase());
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
      const tooMany = await limits.takeAll(['signInFrom', household(from.address)], ['signInAs', who]);
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
        mail: canMail,
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

    async endSession(actor: Actor, id: string): Promise<Result<null, Refusal>> {
      const row = await own(actor);
      if (!row.ok) return row;
      return (await sessions.end(row.value.userId, { id })) === 0 ? err({ code: 'no-such-session' }) : ok(null);
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
