import type { Player } from '@terrace/protocol';

/** What somebody may do here: look, or also play, chat and set up tables. */
export type Scope = 'read' | 'play';

/** Who sends a request or holds a connection. */
export type Actor = {
  readonly player: Player;
  /** Whether there is no account behind the player. */
  readonly guest: boolean;
  /** `admin`, or null for everybody else. */
  readonly role: string | null;
  readonly scopes: readonly Scope[];
  /** What they were authenticated by; live connections that rest on one credential can be ended together. */
  readonly credential: `guest:${string}` | `session:${string}` | `token:${string}`;
};

/** What a credential is, and the id of the guest, session or token. */
export function readCredential(credential: Actor['credential']) {
  const colon = credential.indexOf(':');
  return { kind: credential.slice(0, colon), id: credential.slice(colon + 1) };
}

export const isBy = (kind: 'guest' | 'session' | 'token', { credential }: Pick<Actor, 'credential'>): boolean =>
  readCredential(credential).kind === kind;

/** A browser on which accounts were signed in, by a cookie that stays after signing out; `knows` are their players' ids. */
export type Device = { readonly id: string; readonly knows: readonly string[] };

/** Where a request came from: the IP address, the User-Agent header, and the device if it is known. */
export type ClientInfo = { readonly address: string; readonly userAgent: string; readonly device: Device | null };
