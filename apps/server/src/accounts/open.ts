import type { Player } from '@terrace/protocol';
import { PlayerId } from '@terrace/protocol';
import type { GameService } from '../game/service.ts';
import type { GameQueries, PlayerStore } from '../game/store.ts';
import { authTables, createAccountStore } from '../store/accounts.ts';
import { accountsOf } from './accounts.ts';
import { authOver } from './auth.ts';
import { emailOf } from './email.ts';
import { guest, newGuest } from './guests.ts';
import type { HangUp } from './hang-up.ts';
import { identityOf } from './identity.ts';
import { limits } from './limits.ts';
import { type MailOptions, mailer } from './mail.ts';
import { ownersOf } from './owners.ts';
import { offered, type Providers } from './providers.ts';
import { renameIn } from './rename.ts';
import { sessionsOf } from './sessions.ts';
import { tokensOf } from './tokens.ts';

/** What lies outside of this machine. */
export type Outside = {
  /** Where the world finds this server. Without it there are no links to send and nowhere for others to send people back to. */
  readonly publicUrl: string;
  readonly mail: MailOptions | null;
  readonly providers: Providers;
};

type Services = {
  readonly options: { readonly secret: string; readonly outside?: Outside };
  readonly prisma: Parameters<typeof createAccountStore>[0];
  readonly service: GameService;
  readonly lists: GameQueries;
  readonly people: PlayerStore;
  readonly hangUp: HangUp;
  readonly now: () => number;
  readonly report: (fault: unknown) => void;
};

/** Wires accounts together. */
export function openAccounts({ options, prisma, service, lists, people, hangUp, now, report }: Services) {
  const { secret, outside } = options;
  const store = createAccountStore(prisma);
  const identity = identityOf(store, people, now);
  const sessions = sessionsOf(store, identity, hangUp);
  const mail = outside?.mail ? mailer(outside.mail, outside.publicUrl) : null;

  /** Somebody new from another service takes over the guest they were, unless that one has an account already. */
  async function welcome(was: string | null): Promise<{ playerId: string; name: string }> {
    const id = PlayerId.safeParse(was);
    const free = id.success && !(await people.hasAccount(id.data));
    const player: Player = free ? guest(id.data) : newGuest();
    await people.add(player);
    return { playerId: player.id, name: player.name };
  }

  const providers = outside?.providers ?? {};
  const auth = authOver({
    database: authTables(prisma),
    secret,
    publicUrl: outside?.publicUrl ?? null,
    providers,
    mail,
    report,
    onReset: (userId) => sessions.end(userId, { allBut: null }),
    welcome,
  });
  const rename = renameIn({ service, lists, store, now });
  const common = { store, auth, identity, limits: limits(), now, hangUp };
  const owners = ownersOf(common);
  const tokens = tokensOf({ ...common, owners });
  const email = emailOf({ ...common, owners, mail, report });
  const accounts = accountsOf({ ...common, owners, email, sessions, rename, canMail: mail !== null });
  const ways = { mail: mail !== null, providers: offered(providers) };

  /** Finishes what a server that broke off left of new names. */
  async function finishRenames(): Promise<void> {
    for (const player of await store.toRename()) await rename(player);
  }
  return { accounts, email, tokens, identity, auth, ways, finishRenames };
}
