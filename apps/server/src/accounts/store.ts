import type { Player, PlayerId, SessionRow, TokenRow, TokenScope } from '@terrace/protocol';

/** What a session or a token stands for: somebody with an account, who may not have chosen a name yet. */
export type Proven = {
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
  /** Gives a player without an account a name that nobody has; false when somebody has it. */
  claimName(player: Player, key: string, at: number): Promise<'claimed' | 'taken' | 'has-account'>;
  /** Gives an account that came by another service its name; false when somebody has it. */
  nameAccount(player: Player, key: string): Promise<boolean>;
  /** Gives a name back that no account came of. */
  releaseName(player: Player): Promise<void>;
  /** The address that better-auth knows an account by; undefined for none. */
  addressOf(by: { key: string } | { email: string }): Promise<string | undefined>;
  /** What an account's owner is called. */
  nameOf(userId: string): Promise<string | undefined>;

  sessionOf(token: string, at: number): Promise<(Proven & { createdAt: number }) | undefined>;
  tokenOf(hash: string): Promise<(Proven & { scopes: readonly TokenScope[] }) | undefined>;
  tokenUsed(id: string, at: number): Promise<void>;

  account(id: PlayerId): Promise<AccountRow | undefined>;
  setEmail(userId: string, email: string | null): Promise<boolean>;
  sessions(userId: string, at: number): Promise<readonly Omit<SessionRow, 'current'>[]>;
  /** Ends sessions of an account: this one, or all but one. @returns the ids of those that ended */
  endSessions(userId: string, which: { id: string } | { allBut: string | null }): Promise<readonly string[]>;
  tokens(id: PlayerId): Promise<readonly TokenRow[]>;
  addToken(
    id: PlayerId,
    token: { name: string; hash: string; scopes: readonly TokenScope[]; at: number },
  ): Promise<TokenRow>;
  removeToken(player: PlayerId, id: string): Promise<boolean>;

  /** Keeps what a link sent by e-mail stands for, until it is followed or too old. */
  keepLink(hash: string, value: string, until: number): Promise<void>;
  /** What a link stands for, once; undefined when it is used up or too old. */
  takeLink(hash: string, at: number): Promise<string | undefined>;

  /** Writes a player's name wherever it is kept: rows, logs and talk. @returns the games it stands in */
  rename(player: Player): Promise<readonly string[]>;
  /** Those whose new name is not written everywhere: the server broke off. */
  toRename(): Promise<readonly Player[]>;
  /** Removes all that made an account, and everything about its owner but games and talk; the player has this name then. */
  close(player: Player, userId: string, at: number): Promise<void>;
};
