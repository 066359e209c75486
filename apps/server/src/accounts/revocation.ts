import { z } from 'zod';
import type { Bus } from '../runtime/nodes.ports.ts';
import type { Actor } from './actor.ts';

/** Ends the live connections that rest on these credentials. */
export type Revoke = (credentials: readonly Actor['credential'][]) => void;

export const Credential = z.templateLiteral([z.enum(['guest', 'session', 'token']), ':', z.string()]);

/** Lets everything that holds live connections, at whichever node, hear which credentials are no longer valid. */
export function createRevocation(bus: Bus) {
  const revoked = bus.topic('revoked', z.array(Credential));
  return {
    revoke: ((credentials) => revoked.announce([...credentials])) satisfies Revoke,
    onRevoked: (listener: Revoke): void => revoked.on((credentials) => listener(credentials)),
  };
}
