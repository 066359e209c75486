import type { Player } from '@terrace/protocol';

/** What somebody may do here: look, or also play, talk and set up tables. */
export type Scope = 'read' | 'play';

/** Who is asking, as the request or the connection proves it. */
export type Actor = {
  readonly player: Player;
  /** Whether there is no account behind the player. */
  readonly guest: boolean;
  /** `admin`, or null for everybody else. */
  readonly role: string | null;
  readonly scopes: readonly Scope[];
  /** What proves it; live connections that rest on one proof can be ended together. */
  readonly proof: `guest:${string}` | `session:${string}` | `token:${string}`;
};
