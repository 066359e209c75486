import type { Player, PlayerId, SessionRow, TokenRow, TokenScope } from '@terrace/protocol';
import type { Actor } from './actor.ts';

/** The account behind a session or a token; `named` is false until it has chosen a name. */
export type AuthenticatedAccount = {
  readonly id: string;
  readonly player: Player;
  readonly role: string | null;
  readonly named: boolean;
};

/** An account, as its owner's requests need it. Instants are ms since 1970. */
export type AccountRow = {
  readonly userId: string;
  readonly player: Player;
  readonly named: boolean;
  /** Null when it was never confirmed. */
  readonly email: string | null;
  readonly password: boolean;
  readonly providers: readonly string[];
};

/** Accounts in a database. Every verb throws DatabaseUnavailable when there is none. */
export type AccountStore = {
  /** Gives a player without an account a name that no account has, and begins the renaming. `at` is ms since 1970. */
  claimName(player: Player, key: string, at: number): Promise<'claimed' | 'taken' | 'has-account'>;
  /** Names an account that came from a provider, and begins the renaming. @returns false when another account has the name */
  nameAccount(player: Player, key: string, at: number): Promise<boolean>;
  /** Frees a claimed name after sign-up failed; the player is called as before. */
  releaseName(id: PlayerId): Promise<void>;
  /** The address that better-auth knows an account by, its player, and the hash of its password; undefined for no account. */
  addressOf(
    by: { key: string } | { email: string },
  ): Promise<{ address: string; player: PlayerId; passwordHash: string | undefined } | undefined>;
  nameOf(userId: string): Promise<string | undefined>;

  findSession(token: string, at: number): Promise<(AuthenticatedAccount & { createdAt: number }) | undefined>;
  findToken(hash: string): Promise<(AuthenticatedAccount & { scopes: readonly TokenScope[] }) | undefined>;
  /** Those of some credentials that are valid no more: sessions and tokens that are gone, guests who have an account. */
  endedCredentials(credentials: readonly Actor['credential'][], at: number): Promise<readonly Actor['credential'][]>;
  markTokenUsed(id: string, at: number): Promise<void>;

  account(id: PlayerId): Promise<AccountRow | undefined>;
  setEmail(userId: string, email: string | null): Promise<boolean>;
  sessions(userId: string, at: number): Promise<readonly Omit<SessionRow, 'current' | 'browser'>[]>;
  /** Ends sessions of an account: this one, or all but one. @returns the ids of all sessions that ended */
  endSessions(userId: string, which: { id: string } | { allBut: string | null }): Promise<readonly string[]>;
  passwordHashOf(id: PlayerId): Promise<string | undefined>;
  tokens(id: PlayerId): Promise<readonly TokenRow[]>;
  addToken(
    id: PlayerId,
    token: { name: string; hash: string; scopes: readonly TokenScope[]; at: number },
  ): Promise<TokenRow>;
  removeToken(player: PlayerId, id: string): Promise<boolean>;

  /** Stores the value of a link sent by e-mail, until it is followed or expires. */
  saveLink(hash: string, value: string, until: number): Promise<void>;
  /** Returns a link's value once; undefined when it is used up or expired. */
  consumeLink(hash: string, at: number): Promise<string | undefined>;

  /**
   * Deletes an account and everything about its owner but games and chat. The player gets this name, and the renaming begins.
   *
   * @returns the sessions and tokens that ended
   */
  close(player: Player, userId: string, at: number): Promise<readonly Actor['credential'][]>;
};
