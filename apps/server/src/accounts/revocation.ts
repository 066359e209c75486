import { z } from 'zod';
import type { Bus } from '../runtime/nodes.ports.ts';
import type { Actor } from './actor.ts';

export type Revoke = (credentials: readonly Actor['credential'][]) => void;

export const Credential = z.templateLiteral([z.enum(['guest', 'session', 'token']), ':', z.string()]);

/** Notifies all nodes, which end live connections of invalid credentials. */
export function createRevocation(bus: Bus) {
  const revoked = bus.topic('revoked', z.array(Credential));
  return {
    revoke: ((credentials) => revoked.announce([...credentials])) satisfies Revoke,
    onRevoked: (listener: Revoke): void => revoked.on((credentials) => listener(credentials)),
  };
}
