import { createHash } from 'node:crypto';
import type { PlayerId } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import type { PlayerStore } from '../game/store.ts';
import type { Actor } from './actor.ts';
import { guestActor } from './guests.ts';
import type { AccountStore, Proven } from './store.ts';

/** How long an answer is believed before the database is asked again, in ms. Elsewhere something may be revoked. */
const BELIEVED = 5_000;
const MOST_REMEMBERED = 20_000;

/** A token is marked as used this often at the most, in ms. */
const USED_EVERY = 60_000;

export type Identity = ReturnType<typeof identityOf>;

/** The hash a token is known by. Tokens are random, so nothing slower is needed. */
export const tokenHash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Says whom a session, a token or a guest's cookie stands for. What is forgotten here is looked up anew at once. */
export function identityOf(store: AccountStore, people: PlayerStore, now: () => number) {
  const actors = new LRUCache<string, { actor: Actor | null }>({ max: MOST_REMEMBERED, ttl: BELIEVED });
  const used = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: USED_EVERY });
  /** Once a player has had an account, the guest's cookie never proves that player again. */
  const outgrown = new LRUCache<PlayerId, true>({ max: MOST_REMEMBERED });

  let standing = 0;

  async function remembered(key: string, look: () => Promise<Actor | null>): Promise<Actor | null> {
    const known = actors.get(key);
    if (known !== undefined) return known.actor;
    const asked = standing;
    const actor = await look();
    if (asked === standing) actors.set(key, { actor }); // else it may have been revoked while we looked
    return actor;
  }

  return {
    ofSession: (token: string): Promise<Actor | null> =>
      remembered(`session:${token}`, async () => {
        const found = await store.sessionOf(token, now());
        return found === undefined ? null : { ...member(found), proof: `session:${found.id}` };
      }),

    ofToken: async (text: string): Promise<Actor | null> => {
      const hash = tokenHash(text);
      const actor = await remembered(`token:${hash}`, async () => {
        const found = await store.tokenOf(hash);
        return found === undefined ? null : { ...member(found), scopes: found.scopes, proof: `token:${found.id}` };
      });
      if (actor !== null && !used.has(actor.proof)) {
        used.set(actor.proof, true);
        await store.tokenUsed(actor.proof.slice('token:'.length), now());
      }
      return actor;
    },

    ofGuest: async (id: PlayerId): Promise<Actor | null> => {
      if (outgrown.has(id)) return null;
      return remembered(`guest:${id}`, async () => {
        if (!(await people.hasAccount(id))) return guestActor(id);
        outgrown.set(id, true);
        return null;
      });
    },

    /** Forgets all answers: somebody's standing has changed. */
    forget(): void {
      standing += 1;
      actors.clear();
    },
  };
}

/** Somebody with an account. Without a name yet, what needs an account's name waits, as for a guest. */
const member = ({ player, role, named }: Proven) => ({
  player,
  guest: !named,
  role,
  scopes: ['read', 'play'] as const,
});
