import type { Follows } from '../../accounts/follows.ts';
import type { PlayerStore } from '../../game-service/players.ports.ts';
import { accounts } from '../access.ts';
import { unwrap } from '../refused.ts';
import { ByName, type Router } from '../route.ts';
import { playerNamed } from './lists.ts';

export type FollowServices = { readonly follows: Follows; readonly players: PlayerStore };

const tag = 'Players';

/** Following players. */
export function addFollowRoutes({ route }: Router, { follows, players }: FollowServices): void {
  route({
    method: 'PUT',
    path: '/api/following/:name',
    operationId: 'followPlayer',
    access: accounts('play'),
    tag,
    summary: 'Follow a player',
    description: 'They are listed first for you among those who are online. Nobody is told. At most 500.',
    params: ByName,
    example: { params: { name: 'mira' } },
    handler: async ({ actor, params: { name } }) =>
      unwrap(await follows.follow(actor.player.id, await playerNamed(players, name))),
  });

  route({
    method: 'DELETE',
    path: '/api/following/:name',
    operationId: 'unfollowPlayer',
    access: accounts('play'),
    tag,
    summary: 'Follow a player no longer',
    description: 'A block does it, too, for both.',
    params: ByName,
    example: { params: { name: 'mira' } },
    handler: async ({ actor, params: { name } }) => follows.unfollow(actor.player.id, await playerNamed(players, name)),
  });
}
