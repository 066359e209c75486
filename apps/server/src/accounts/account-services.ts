import type { Player } from '@terrace/protocol';
import { PlayerId } from '@terrace/protocol';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';
import type { Bus } from '../runtime/nodes.ports.ts';
import { createAccountAccess } from './account-access.ts';
import type { AccountStore, OnSecurityChange } from './accounts.ports.ts';
import { createAccounts } from './accounts.ts';
import type { Actor } from './actor.ts';
import { type AuthTables, createAuth } from './auth.ts';
import { createEmailService } from './email.ts';
import { createPlayerId, guestPlayer } from './guests.ts';
import { createIdentity } from './identity.ts';
import { createAccountMails, type MailInOptions, type MailOptions } from './mail.ts';
import { createMailLimits } from './mail-limits.ts';
import type { Passwords } from './passwords.ts';
import { listProviders, type Providers } from './providers.ts';
import type { MailQueue } from './queued-mail.ts';
import { createRateLimits } from './rate-limits.ts';
import type { Revoke } from './revocation.ts';
import { createSessions } from './sessions.ts';
import { createTokens } from './tokens.ts';

export type ExternalServices = {
  /** The target of links in e-mails and redirects from providers. */
  readonly publicUrl: string;
  readonly mail: MailOptions | null;
  /** Where replies to mails are received; null or missing if they are not. */
  readonly mailIn?: MailInOptions | null;
  readonly providers: Providers;
};

type Dependencies = {
  readonly secret: string;
  readonly external: ExternalServices | undefined;
  /** Null if the server sends no mail. */
  readonly mailQueue: MailQueue | null;
  readonly passwords: Passwords;
  readonly store: AccountStore;
  readonly authTables: AuthTables;
  readonly players: PlayerStore;
  /** Uses connections reserved for play, to look up the sender of a move. */
  readonly play: { readonly accounts: AccountStore; readonly players: PlayerStore };
  readonly bus: Bus;
  readonly createLimit: CreateSharedLimit;
  readonly revoke: Revoke;
  readonly beginRenaming: () => void;
  readonly onSecurityChange: OnSecurityChange;
  readonly keepTimeZone: (player: PlayerId, timeZone: string) => Promise<void>;
  readonly now: () => number;
  readonly reportError: (fault: unknown) => void;
};

export function createAccountServices(dependencies: Dependencies) {
  const { secret, external, passwords, store, players, play, bus, createLimit, revoke, beginRenaming } = dependencies;
  const { mailQueue, now, onSecurityChange, reportError } = dependencies;
  const identity = createIdentity(play.accounts, play.players, bus, now);
  const sessions = createSessions(store, identity, revoke);
  const mail = mailQueue !== null && external ? { ...createAccountMails(external.publicUrl), ...mailQueue } : null;

  /** The browser's guest, or a new player if that guest already has an account. */
  async function newPlayerFor(was: string | null): Promise<{ playerId: string; name: string }> {
    const id = PlayerId.safeParse(was);
    const free = id.success && !(await players.hasAccount(id.data));
    const player: Player = await players.add(guestPlayer(free ? id.data : createPlayerId()));
    return { playerId: player.id, name: player.name };
  }

  const providers = external?.providers ?? {};
  const auth = createAuth({
    database: dependencies.authTables,
    secret,
    publicUrl: external?.publicUrl ?? null,
    providers,
    passwords,
    reportError,
    async onReset(userId) {
      await sessions.revoke(userId, { allBut: null });
      const player = await store.playerOf(userId);
      if (player !== undefined) onSecurityChange(player, 'password');
    },
    newPlayerFor,
  });
  const limits = createRateLimits(createLimit);
  const mailLimits = createMailLimits(limits, secret);
  const common = {
    store,
    auth,
    identity,
    limits,
    mailLimits,
    passwords,
    now,
    revoke,
    onSecurityChange,
    reportError,
  };
  const access = createAccountAccess(common);
  const tokens = createTokens({ ...common, access });
  const email = createEmailService({ ...common, access, mail });
  const accounts = createAccounts({
    ...common,
    access,
    email,
    sessions,
    beginRenaming,
    reportError,
    keepTimeZone: dependencies.keepTimeZone,
    canMail: mail !== null,
  });
  const signInMethods = { mail: mail !== null, providers: listProviders(providers) };

  /** Reads the store, since a message from another node may have been lost. */
  async function endedCredentials(credentials: readonly Actor['credential'][]) {
    identity.clearCache();
    return store.endedCredentials(credentials, now());
  }

  return { endedCredentials, accounts, email, tokens, identity, auth, signInMethods };
}
