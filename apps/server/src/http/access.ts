import type { Refusal } from '@terrace/protocol';
import { type Actor, isBy, type Scope } from '../accounts/actor.ts';
import { RefusedRequest } from './refusals.ts';

/** Who may use a route. `A` is who its handler can count on. */
export type Access<A extends Actor | null = Actor | null> = {
  readonly audience: 'everyone' | 'guest' | 'account' | 'admin';
  /** What a token needs; null where no token is accepted, because the route is for a person at a page. */
  readonly tokenScope: Scope | null;
  /** @throws RefusedRequest for who may not */
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

/** Accounts, also one from a provider that has no name yet. */
export const accounts = (tokenScope: Scope | null): Access<Actor> => ({
  audience: 'account',
  tokenScope,
  permit: (actor) =>
    actor === null || isBy('guest', actor) ? reject({ code: 'needs-account' }) : withScope(actor, tokenScope),
});

/** Moderators; the router asks the database for the role at every request. */
export const admins = (): Access<Actor> => ({ ...guests(null), audience: 'admin' });

function withScope(actor: Actor, scope: Scope | null): Actor {
  if (scope === null && isBy('token', actor)) return reject({ code: 'needs-account' });
  return scope === null || actor.scopes.includes(scope) ? actor : reject({ code: 'read-only-token' });
}

function reject(refusal: Refusal): never {
  throw new RefusedRequest(refusal);
}
