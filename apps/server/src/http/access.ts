import type { Refusal } from '@terrace/protocol';
import { type Actor, isBy, type Scope } from '../accounts/actor.ts';
import { RefusedRequest } from './refused.ts';

/** Who may use a route. `A` is who its handler can count on. */
export type Access<A extends Actor | null = Actor | null> = {
  readonly who: 'everyone' | 'guest' | 'account' | 'admin';
  /** What a token needs; null where no token is accepted, because the route is for a person at a page. */
  readonly tokenScope: Scope | null;
  /** @throws RefusedRequest for who may not */
  readonly permit: (actor: Actor | null) => A;
};

export const everyone = (tokenScope: Scope): Access => ({
  who: 'everyone',
  tokenScope,
  permit: (actor) => (actor === null ? null : withScope(actor, tokenScope)),
});

export const guests = (tokenScope: Scope | null): Access<Actor> => ({
  who: 'guest',
  tokenScope,
  permit: (actor) => withScope(actor ?? refuse({ code: 'no-session' }), tokenScope),
});

/** Accounts, also one from a provider that has no name yet. */
export const accounts = (tokenScope: Scope | null): Access<Actor> => ({
  who: 'account',
  tokenScope,
  permit: (actor) =>
    actor === null || isBy('guest', actor) ? refuse({ code: 'needs-account' }) : withScope(actor, tokenScope),
});

/** Moderators; the router asks the database for the role at every request. */
export const admins = (): Access<Actor> => ({ ...guests(null), who: 'admin' });

function withScope(actor: Actor, scope: Scope | null): Actor {
  if (scope === null && isBy('token', actor)) return refuse({ code: 'needs-account' });
  return scope === null || actor.scopes.includes(scope) ? actor : refuse({ code: 'read-only-token' });
}

function refuse(refusal: Refusal): never {
  throw new RefusedRequest(refusal);
}
