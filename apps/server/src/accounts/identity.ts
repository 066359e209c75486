import { createHash } from 'node:crypto';
import type { PlayerId } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { Bus } from '../runtime/nodes.ports.ts';
import type { AccountStore, AuthenticatedAccount } from './accounts.ports.ts';
import { type Actor, readCredential } from './actor.ts';
import { guestActor, guestPlayer } from './guests.ts';

/** Actors are cached only briefly because revocations from another node may be lost. */
const CACHE_MS = 5_000;
const MAX_CACHED = 20_000;

const MARK_USED_EVERY_MS = 60_000;

export type Identity = ReturnType<typeof createIdentity>;

/** Tokens are random, so a fast hash is sufficient. */
export const tokenHash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Finds the actor of a credential. Results are cached for `CACHE_MS` or until `invalidate`. */
export function createIdentity(store: AccountStore, players: PlayerStore, bus: Bus, now: () => number) {
  const changed = bus.topic('identities', z.object({}));
  const actors = new LRUCache<string, { actor: Actor | null }>({ max: MAX_CACHED, ttl: CACHE_MS });
  const used = new LRUCache<string, true>({ max: MAX_CACHED, ttl: MARK_USED_EVERY_MS });
  const registered = new LRUCache<PlayerId, true>({ max: MAX_CACHED });

  let generation = 0;
  function clearCache(): void {
    generation += 1;
    actors.clear();
  }

  changed.on(clearCache);

  async function cached(key: string, load: () => Promise<Actor | null>): Promise<Actor | null> {
    const found = actors.get(key);
    if (found !== undefined) return found.actor;
    const before = generation;
    const actor = await load();
    if (before === generation) actors.set(key, { actor }); // otherwise it may have been revoked in the meantime
    return actor;
  }

  return {
    bySession: (token: string): Promise<Actor | null> =>
      cached(`session:${token}`, async () => {
        const found = await store.findSession(token, now());
        return found === undefined ? null : { ...member(found), credential: `session:${found.id}` };
      }),

    byToken: async (text: string): Promise<Actor | null> => {
      const hash = tokenHash(text);
      const actor = await cached(`token:${hash}`, async () => {
        const found = await store.findToken(hash);
        return found === undefined ? null : { ...member(found), scopes: found.scopes, credential: `token:${found.id}` };
      });
      if (actor !== null && !used.has(actor.credential)) {
        used.set(actor.credential, true);
        await store.markTokenUsed(readCredential(actor.credential).id, now());
      }
      return actor;
    },

    byGuest: async (id: PlayerId): Promise<Actor | null> => {
      if (registered.has(id)) return null;
      return cached(`guest:${id}`, async () => {
        const known = await players.guest(id);
        if (known !== 'account') return guestActor(known ?? guestPlayer(id));
        registered.set(id, true);
        return null;
      });
    },

    clearCache,

    invalidate: (): void => changed.announce({}),
  };
}

/** Without a name, an account has only guest permissions. */
const member = ({ player, role, named }: AuthenticatedAccount) => ({
  player,
  guest: !named,
  role,
  scopes: ['read', 'play'] as const,
});
