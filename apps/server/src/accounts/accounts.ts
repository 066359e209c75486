import type { AccountName, AccountView, Player, PlayerId, Refusal, SignUp } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { isDatabaseFault } from '../game-service/games.ports.ts';
import { addressBlock } from '../limits/address-block.ts';
import type { AccountAccess } from './account-access.ts';
import type { AccountStore, OnSecurityChange } from './accounts.ports.ts';
import { type Actor, type ClientInfo, isBy, readCredential } from './actor.ts';
import { ADDRESS_HEADER, type Auth, isRefused, UNKNOWN_EMAIL } from './auth.ts';
import { browserName } from './browser-name.ts';
import type { EmailService } from './email.ts';
import { createPlayerId, lettersOf } from './guests.ts';
import type { Identity } from './identity.ts';
import type { Counted, MailLimits } from './mail-limits.ts';
import { checkName, nameKey } from './names.ts';
import type { Passwords } from './passwords.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Revoke } from './revocation.ts';
import type { Sessions } from './sessions.ts';
import { createSignInLimits } from './sign-in-limits.ts';

type Dependencies = {
  readonly store: AccountStore;
  readonly auth: Auth;
  readonly identity: Identity;
  readonly limits: RateLimits;
  readonly mailLimits: MailLimits;
  readonly passwords: Passwords;
  readonly access: AccountAccess;
  readonly email: EmailService;
  readonly canMail: boolean;
  readonly now: () => number;
  readonly sessions: Sessions;
  readonly beginRenaming: () => void;
  readonly revoke: Revoke;
  readonly onSecurityChange: OnSecurityChange;
  /** Keeps the zone unless the player has chosen one, or it does not exist. */
  readonly keepTimeZone: (player: PlayerId, timeZone: string) => Promise<void>;
  readonly reportError: (fault: unknown) => void;
};

/** When a sign-up that came during another one of the same guest may be repeated. */
const SIGN_UP_RETRY_MS = 5_000;

export type SignedIn = { readonly token: string; readonly player: PlayerId };

export type Accounts = ReturnType<typeof createAccounts>;

/** Sign-up, sign-in, sign-out and account settings. */
export function createAccounts(dependencies: Dependencies) {
  const { store, auth, identity, sessions, limits, passwords, canMail, now, beginRenaming, revoke, reportError } =
    dependencies;
  const { onSecurityChange, mailLimits, keepTimeZone } = dependencies;
  const { accountOf, reauthenticate } = dependencies.access;
  const signInLimits = createSignInLimits(limits);
  const headersFrom = ({ address, userAgent }: ClientInfo) =>
    new Headers({ [ADDRESS_HEADER]: address, 'user-agent': userAgent });

  async function signedIn(email: string, password: string, client: ClientInfo): Promise<Result<string, Refusal>> {
    try {
      const { token } = await auth.api.signInEmail({ body: { email, password }, headers: headersFrom(client) });
      identity.invalidate();
      return ok(token);
    } catch (error) {
      if (isRefused(error)) return err({ code: 'wrong-login' });
      throw error;
    }
  }

  function completeRegistration(player: Player): void {
    identity.invalidate();
    revoke([`guest:${player.id}`]);
    beginRenaming();
  }

  /** Sends a confirmation link. Errors do not fail the sign-up: the account exists. */
  async function requestConfirmation(player: PlayerId, email: string, counted: Counted): Promise<void> {
    try {
      const row = await store.account(player);
      if (row !== undefined) await dependencies.email.requestConfirmation(row, email, counted);
    } catch (fault) {
      reportError(fault);
    }
  }

  async function close(player: Player, userId: string): Promise<readonly Actor['credential'][]> {
    try {
      return await store.close(player, userId, now());
    } catch (error) {
      if (!isDatabaseFault(error)) throw error;
      // The transaction may have been committed despite the error.
      if ((await store.account(player.id)) !== undefined) throw error;
      return [];
    }
  }

  return {
    /** @param by the actor, or the guest of an ended session, who must not get a second account */
    async signUp(
      { name, password, email, timeZone }: SignUp,
      by: Actor | PlayerId | null,
      client: ClientInfo,
    ): Promise<Result<SignedIn, Refusal>> {
      const key = checkName(name);
      if (!key.ok) return err({ code: 'bad-name', why: key.error });
      const good = await passwords.check(password, name);
      if (!good.ok) return err({ code: 'bad-password', why: good.error });
      if (email !== undefined && !canMail) return err({ code: 'no-mail' });
      const visitor = typeof by === 'string' ? null : by;
      if (visitor !== null && !isBy('guest', visitor)) return err({ code: 'signed-in' });
      if (typeof by === 'string' && (await store.account(by)) !== undefined) return err({ code: 'has-account' });
      const tooMany = await limits.consume(['signUp', addressBlock(client.address)]);
      if (tooMany !== undefined) return err(tooMany);
      const counted = email === undefined ? ok(null) : await mailLimits.confirmation({ email, client: client.address });
      if (!counted.ok) return counted;

      const player = { id: visitor?.player.id ?? createPlayerId(), name };
      const claim = await store.claimName(player, key.value, now());
      if (claim === 'taken') return err({ code: 'name-taken', name });
      if (claim === 'signing-up') return err({ code: 'busy', retryMs: SIGN_UP_RETRY_MS });
      if (claim === 'has-account') return err({ code: 'has-account' });
      try {
        const body = { name, password, email: `${player.id}@nowhere.invalid`, playerId: player.id };
        const { token } = await auth.api.signUpEmail({ body, headers: headersFrom(client) });
        if (token === null) throw new Error('a new account has no session');
        completeRegistration(player);
        if (email !== undefined) await requestConfirmation(player.id, email.toLowerCase(), counted.value);
        if (timeZone !== undefined) await keepTimeZone(player.id, timeZone).catch(reportError);
        return ok({ token, player: player.id });
      } catch (error) {
        await store.releaseName(player.id);
        throw error;
      }
    },

    /** @param login a name or an e-mail address */
    async signIn(
      { login, password }: { login: string; password: string },
      client: ClientInfo,
    ): Promise<Result<SignedIn, Refusal>> {
      const by = login.includes('@') ? { email: login.trim().toLowerCase() } : { key: nameKey(login.trim()) };
      const who = 'key' in by ? by.key : by.email;
      const account = await store.addressOf(by);
      const attempt = await signInLimits.begin({ login: who, player: account?.player, ...client });
      if (!attempt.ok) return attempt;
      const token = await signedIn(account?.address ?? UNKNOWN_EMAIL, password, client);
      if (!token.ok || account === undefined) return err({ code: 'wrong-login' });
      // A password change ends existing sessions. This session may have started later, with the old password.
      if ((await store.passwordHashOf(account.player)) !== account.passwordHash) {
        const { internalAdapter } = await auth.$context;
        await internalAdapter.deleteSession(token.value);
        return err({ code: 'wrong-login' });
      }
      await attempt.value();
      if (!client.device?.knows.includes(account.player)) onSecurityChange(account.player, 'sign-in');
      return ok({ token: token.value, player: account.player });
    },

    async signOut(actor: Actor): Promise<Result<null, Refusal>> {
      const row = await accountOf(actor);
      if (!row.ok) return row;
      await sessions.revoke(row.value.userId, { id: readCredential(actor.credential).id });
      return ok(null);
    },

    async chooseName(actor: Actor, { name, timeZone }: AccountName): Promise<Result<null, Refusal>> {
      const row = await accountOf(actor);
      if (!row.ok) return row;
      if (row.value.named) return err({ code: 'signed-in' });
      const key = checkName(name);
      if (!key.ok) return err({ code: 'bad-name', why: key.error });
      const player = { id: actor.player.id, name };
      if (!(await store.nameAccount(player, key.value, now()))) return err({ code: 'name-taken', name });
      completeRegistration(player);
      if (timeZone !== undefined) await keepTimeZone(player.id, timeZone).catch(reportError);
      revoke([actor.credential]);
      return ok(null);
    },

    async view(actor: Actor): Promise<Result<AccountView, Refusal>> {
      const row = await accountOf(actor);
      if (!row.ok) return row;
      const { userId, player, email, password, providers } = row.value;
      const [open, tokens] = await Promise.all([store.sessions(userId, now()), store.tokens(player.id)]);
      return ok({
        name: player.name,
        bot: player.bot ?? false,
        email,
        mail: canMail,
        password,
        providers: [...providers],
        sessions: open.map((each) => ({
          ...each,
          browser: browserName(each.userAgent),
          current: readCredential(actor.credential).id === each.id,
        })),
        tokens: [...tokens],
      });
    },

    /** Changes the password and ends every other session. */
    async changePassword(actor: Actor, current: string | null, next: string): Promise<Result<null, Refusal>> {
      const row = await accountOf(actor);
      if (!row.ok) return row;
      const good = await passwords.check(next, row.value.player.name);
      if (!good.ok) return err({ code: 'bad-password', why: good.error });
      const refusal = await reauthenticate(actor, row.value, current);
      if (refusal !== undefined) return err(refusal);
      const { internalAdapter } = await auth.$context;
      const hash = await passwords.hash(next);
      if (row.value.password) await internalAdapter.updatePassword(row.value.userId, hash);
      else await internalAdapter.linkAccount(passwordAccount(row.value.userId, hash));
      await sessions.revoke(row.value.userId, { allBut: readCredential(actor.credential).id });
      onSecurityChange(actor.player.id, 'password');
      return ok(null);
    },

    async endSession(actor: Actor, id: string): Promise<Result<null, Refusal>> {
      const row = await accountOf(actor);
      if (!row.ok) return row;
      return (await sessions.revoke(row.value.userId, { id })) === 0 ? err({ code: 'no-such-session' }) : ok(null);
    },

    /** Games and chat remain under a generated name, which replaces the old one within a minute. */
    async remove(actor: Actor, password: string | null): Promise<Result<null, Refusal>> {
      const row = await accountOf(actor);
      if (!row.ok) return row;
      const refusal = await reauthenticate(actor, row.value, password);
      if (refusal !== undefined) return err(refusal);
      const deleted = { id: actor.player.id, name: `Deleted-${lettersOf(createPlayerId())}` };
      const ended = await close(deleted, row.value.userId);
      identity.invalidate();
      revoke([actor.credential, ...ended]);
      beginRenaming();
      return ok(null);
    },

    limitGuests: (address: string): Promise<Refusal | undefined> => limits.consume(['guest', addressBlock(address)]),
    limitSignIn: (address: string): Promise<Refusal | undefined> =>
      limits.consume(['signInFrom', addressBlock(address)]),

    /** Ends the connections of a credential that the browser has replaced. */
    revokeReplaced(actor: Actor): void {
      identity.invalidate();
      revoke([actor.credential]);
    },

    limitExport: (actor: Actor): Promise<Refusal | undefined> => limits.consume(['export', actor.player.id]),
  };
}

const passwordAccount = (userId: string, password: string) => ({
  userId,
  providerId: 'credential',
  issuer: 'local:credential', // as better-auth names itself
  accountId: userId,
  password,
});
