import type { Player, PlayerId, SessionRow, TokenRow, TokenScope } from '@terrace/protocol';
import type { NewErrand } from '../errands/errands.ports.ts';
import type { Actor } from './actor.ts';
import type { Counted } from './mail-limits.ts';

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

/** What the link to a new address confirms. */
export type EmailLink = { readonly userId: string; readonly email: string; readonly counted: Counted };

/** Whose confirmed address it is. */
type AddressOwner = {
  readonly userId: string;
  readonly player: PlayerId;
  readonly name: string;
  readonly address: string;
};

/** An address whose link was followed. `isTaken` if another account has it; then nothing was changed. */
export type Confirmation = {
  readonly player: PlayerId;
  readonly name: string;
  readonly email: string;
  readonly counted: Counted;
  readonly isTaken: boolean;
  /** The address before. */
  readonly previous: string | null;
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
  /** The owner of a confirmed address. */
  ownerOf(email: string): Promise<AddressOwner | undefined>;
  /**
   * Uses up the link to a new address of an account, sets the address and stores the mail about it, or does nothing.
   * @returns undefined if the link is used or expired
   */
  confirmEmail(
    hash: string,
    at: number,
    mail: (confirmation: Confirmation) => NewErrand | undefined,
  ): Promise<Confirmation | undefined>;
  /** Removes the confirmed address and stores the mail to it. */
  removeEmail(userId: string, mail: (previous: string) => NewErrand | undefined): Promise<void>;
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

  /** Saves a link together with its mail, unless it is saved already. */
  saveEmailLink(hash: string, link: EmailLink, until: number, mail: NewErrand): Promise<void>;

  /** Deletes an account and its data except games and chat, and renames the player. @returns the ended credentials */
  close(player: Player, userId: string, at: number): Promise<readonly Actor['credential'][]>;
};

/** Called after a change that the owner of an account should know of; `report` is for moderators. */
export type OnSecurityChange = (
  player: PlayerId,
  change: 'password' | 'email' | 'token' | 'sign-in' | 'webhook-disabled' | 'report',
) => void;
