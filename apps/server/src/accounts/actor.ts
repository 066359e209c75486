import type { Player, Refusal } from '@terrace/protocol';

/** Permissions: `play` also includes chatting and opening tables. */
export type Scope = 'read' | 'play';

/** The refusal of a request that the credential's scopes do not include. */
export const missingScope = (scope: Scope): Refusal => ({
  code: scope === 'play' ? 'read-only-token' : 'play-only-token',
});

export type Actor = {
  readonly player: Player;
  readonly guest: boolean;
  readonly role: string | null;
  readonly scopes: readonly Scope[];
  /** All live connections of one credential can be closed together. */
  readonly credential: `guest:${string}` | `session:${string}` | `token:${string}`;
};

export function readCredential(credential: Actor['credential']) {
  const colon = credential.indexOf(':');
  return { kind: credential.slice(0, colon), id: credential.slice(colon + 1) };
}

export const isBy = (kind: 'guest' | 'session' | 'token', { credential }: Pick<Actor, 'credential'>): boolean =>
  readCredential(credential).kind === kind;

/** A browser with a cookie that survives sign-out; `knows` are the players who signed in on it. */
export type Device = { readonly id: string; readonly knows: readonly string[] };

export type ClientInfo = { readonly address: string; readonly userAgent: string; readonly device: Device | null };
