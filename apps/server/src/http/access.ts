import type { Refusal } from '@terrace/protocol';
import { type Actor, isBy, missingScope, type Scope } from '../accounts/actor.ts';
import { RefusedRequest } from './refusals.ts';

/** `A` is the type of actor that the handler receives. */
export type Access<A extends Actor | null = Actor | null> = {
  readonly audience: 'everyone' | 'guest' | 'account' | 'admin';
  /** The scope a token needs; null where tokens are not accepted because the route is for browsers. */
  readonly tokenScope: Scope | null;
  /** @throws RefusedRequest when the actor has no access */
  readonly permit: (actor: Actor | null) => A;
};

export const everyone = (tokenScope: Scope): Access => ({
  audience: 'everyone',
  tokenScope,
  permit: (actor) => (actor === null ? null : withScope(actor, tokenScope)),
});

export const guests = (tokenScope: Scope | null): Access<Actor> => ({
  audience: 'guest',
  tokenScope,
  permit: (actor) => withScope(actor ?? reject({ code: 'no-session' }), tokenScope),
});

/** Requires an account, possibly one from a provider that has no name yet. */
export const accounts = (tokenScope: Scope | null): Access<Actor> => ({
  audience: 'account',
  tokenScope,
  permit: (actor) =>
    actor === null || isBy('guest', actor) ? reject({ code: 'needs-account' }) : withScope(actor, tokenScope),
});

/** Requires a moderator. The router reads the role from the database on every request. */
export const admins = (): Access<Actor> => ({ ...guests(null), audience: 'admin' });

function withScope(actor: Actor, scope: Scope | null): Actor {
  if (scope === null && isBy('token', actor)) return reject({ code: 'needs-account' });
  return scope === null || actor.scopes.includes(scope) ? actor : reject(missingScope(scope));
}

function reject(refusal: Refusal): never {
  throw new RefusedRequest(refusal);
}
