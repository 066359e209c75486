import type { Player, PlayerId, SessionRow, TokenRow, TokenScope } from '@terrace/protocol';
import type { Actor } from './actor.ts';

/** `named` is false until a name is chosen. */
export type AuthenticatedAccount = {
  readonly id: string;
  readonly player: Player;
  readonly role: string | null;
  readonly named: boolean;
};

/** Instants are ms since 1970. */
export type AccountRow = {
  readonly userId: string;
  readonly player: Player;
  readonly named: boolean;
  /** Null until confirmed. */
  readonly email: string | null;
  readonly password: boolean;
  readonly providers: readonly string[];
};

/** Every function throws DatabaseUnavailable if the database is unreachable. */
export type AccountStore = {
  /** Names a player without an account and starts the renaming, for one sign-up at a time. `at` is ms since 1970. */
  claimName(player: Player, key: string, at: number): Promise<'claimed' | 'taken' | 'has-account' | 'signing-up'>;
  /** Names an account from a provider and starts the renaming. @returns false if the name is taken */
  nameAccount(player: Player, key: string, at: number): Promise<boolean>;
  /** Frees a claimed name after a failed sign-up and restores the player's old name. */
  releaseName(id: PlayerId): Promise<void>;
  /** The address in better-auth; undefined without an account. */
  addressOf(
    by: { key: string } | { email: string },
  ): Promise<{ address: string; player: PlayerId; passwordHash: string | undefined } | undefined>;
  nameOf(userId: string): Promise<string | undefined>;
  playerOf(userId: string): Promise<PlayerId | undefined>;

  findSession(token: string, at: number): Promise<(AuthenticatedAccount & { createdAt: number }) | undefined>;
  findToken(hash: string): Promise<(AuthenticatedAccount & { scopes: readonly TokenScope[] }) | undefined>;
  /** Which credentials are invalid: ended sessions and tokens, and guests who now have an account. */
  endedCredentials(credentials: readonly Actor['credential'][], at: number): Promise<readonly Actor['credential'][]>;
  markTokenUsed(id: string, at: number): Promise<void>;

  account(id: PlayerId): Promise<AccountRow | undefined>;
  /** Sets the confirmed address, or removes it. @returns the one before; undefined if another account has it */
  setEmail(userId: string, email: string | null): Promise<{ readonly previous: string | null } | undefined>;
  sessions(userId: string, at: number): Promise<readonly Omit<SessionRow, 'current' | 'browser'>[]>;
  /** @returns the ids of the ended sessions */
  endSessions(userId: string, which: { id: string } | { allBut: string | null }): Promise<readonly string[]>;
  passwordHashOf(id: PlayerId): Promise<string | undefined>;
  tokens(id: PlayerId): Promise<readonly TokenRow[]>;
  /** Undefined if the player already has `limit` tokens. */
  addToken(
    id: PlayerId,
    token: { name: string; hash: string; scopes: readonly TokenScope[]; at: number },
    limit: number,
  ): Promise<TokenRow | undefined>;
  removeToken(player: PlayerId, id: string): Promise<boolean>;

  saveLink(hash: string, value: string, until: number): Promise<void>;
  /** Returns a link's value once; undefined if used or expired. */
  consumeLink(hash: string, at: number): Promise<string | undefined>;

  /** Deletes an account and its data except games and chat, and renames the player. @returns the ended credentials */
  close(player: Player, userId: string, at: number): Promise<readonly Actor['credential'][]>;
};

/** Called after a change that the owner of an account should know of; `report` is for moderators. */
export type OnSecurityChange = (
  player: PlayerId,
  change: 'password' | 'email' | 'token' | 'sign-in' | 'webhook-disabled' | 'report',
) => void;
