import {
  GamePage,
  Me,
  type Player,
  PlayerGamesQuery,
  PlayerProfile,
  RatingHistory,
  RatingKind,
} from '@terrace/protocol';
import { z } from 'zod';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Follows } from '../../accounts/follows.ts';
import type { Archive } from '../../archive/archive.ports.ts';
import { type GameStore, unlessDatabaseFault } from '../../game-service/games.ports.ts';
import type { PlayerStore } from '../../game-service/players.ports.ts';
import type { Inbox } from '../../inbox/inbox.ts';
import { addressBlock } from '../../limits/address-block.ts';
import type { Vacations } from '../../vacations/vacations.ts';
import { accounts, everyone } from '../access.ts';
import { startGuestSession } from '../actor.ts';
import { RefusedRequest, unwrap } from '../refusals.ts';
import { ByName, RECORD_EXAMPLE, type Router, text } from '../route.ts';
import { gamePage, playerNamed } from './lists.ts';
import { createRecordDownloads } from './records.ts';

type Dependencies = {
  readonly archive: Archive;
  readonly players: PlayerStore;
  readonly games: Pick<GameStore, 'readLog'>;
  readonly follows: Follows;
  readonly inbox: Pick<Inbox, 'attention'>;
  readonly vacations: Pick<Vacations, 'until'>;
  readonly limitGuests: Accounts['limitGuests'];
  readonly now: () => number;
};

export function addPlayerRoutes({ tagged }: Router, dependencies: Dependencies): void {
  const { archive, players, games, follows, inbox, vacations, limitGuests, now } = dependencies;
  const route = tagged('Players');
  const recordsOf = createRecordDownloads({ archive, games });
  route('GET', '/api/me', {
    operationId: 'getMe',
    access: everyone('read'),
    summary: 'Who you are',
    description:
      'Without a session you become a guest: keep the cookie. Pages of other sites need a token and become no guest. `attention` has the number of games that wait for your move and of unread notifications, unless both are zero or cannot be read now.',
    reply: Me,
    handler: async ({ actor, request, reply }) => {
      if (actor !== null) {
        const { player, guest, role } = actor;
        const attention = await inbox.attention(player.id);
        return { player, guest, role, ...(attention && { attention }) };
      }
      const guest = unwrap(await startGuestSession(request, { limitGuests, players }));
      reply.header('set-cookie', guest.cookie);
      // Stored at once, because a program may pass its name on immediately.
      const player = await unlessDatabaseFault(players.add(guest.actor.player));
      return { player: player ?? guest.actor.player, guest: true, role: null };
    },
  });

  route('GET', '/api/players/:name', {
    operationId: 'getPlayer',
    access: everyone('read'),
    group: 'search',
    summary: 'A player',
    description:
      'Ratings, results and opponents in the last 10,000 games, the score against you in these games, and the number of followers.',
    params: ByName,
    reply: PlayerProfile,
    example: { params: { name: 'mira' } },
    handler: async ({ params, actor }) => {
      const player = await playerNamed(players, params.name);
      const [profile, following, vacationUntil] = await Promise.all([
        archive.profile(player, actor?.player.id, now()),
        follows.about(player.id, actor?.player.id),
        vacations.until(player.id),
      ]);
      if (profile === undefined) throw new RefusedRequest({ code: 'no-such-player', name: params.name });
      return { ...profile, ...following, ...(vacationUntil !== undefined && { vacationUntil }) };
    },
  });

  route('GET', '/api/players/:name/ratings/:kind', {
    operationId: 'getRatingHistory',
    access: everyone('read'),
    group: 'search',
    summary: 'A rating over time',
    description:
      'The rating after each of the latest 1,000 rated games of this kind, oldest first. Games by link are visible only to their players.',
    params: z.object({ ...ByName.shape, kind: RatingKind }),
    reply: RatingHistory,
    example: { params: { name: 'mira', kind: 'blitz' } },
    handler: async ({ params: { name, kind }, actor }) =>
      archive.ratingHistory((await playerNamed(players, name)).id, kind, actor?.player.id),
  });

  route('GET', '/api/players/:name/games', {
    operationId: 'listPlayerGames',
    access: everyone('read'),
    group: 'search',
    summary: "A player's finished games",
    description:
      'The most recently finished first. All filters must match. A game that was called off after its start has `status` `closed`, no `result` and a `calledOff`.',
    params: ByName,
    query: PlayerGamesQuery,
    reply: GamePage,
    example: { params: { name: 'mira' }, query: { result: 'won' } },
    handler: async ({ params: { name }, query, actor }) => {
      const player = await playerNamed(players, name);
      return gamePage({ archive, players }, query, player, actor?.player.id);
    },
  });

  route('GET', '/api/players/:name/records', {
    operationId: 'downloadPlayerRecords',
    replyExample: RECORD_EXAMPLE,
    access: everyone('read'),
    group: 'download',
    summary: "All of a player's games as records",
    description:
      'A download with the most recently finished game first and an empty line between records. One download at a time.',
    params: ByName,
    reply: text('text/plain', 'Records separated by empty lines.'),
    example: { params: { name: 'mira' } },
    handler: async ({ params: { name }, actor, request, reply }) => {
      const player: Player = await playerNamed(players, name);
      reply.header('content-disposition', `attachment; filename="terrace-${player.id}.gam"`);
      const who = actor?.player.id ?? addressBlock(request.ip);
      return reply.type('text/plain; charset=utf-8').send(recordsOf(player.id, actor?.player.id, who));
    },
  });

  route('PUT', '/api/following/:name', {
    operationId: 'followPlayer',
    access: accounts('play'),
    summary: 'Follow a player',
    description:
      'Players you follow come first in your list of online players. A new follower is named to them once. At most 500.',
    params: ByName,
    example: { params: { name: 'mira' } },
    handler: async ({ actor, params: { name } }) =>
      unwrap(await follows.follow(actor.player, await playerNamed(players, name))),
  });

  route('DELETE', '/api/following/:name', {
    operationId: 'unfollowPlayer',
    access: accounts('play'),
    summary: 'Unfollow a player',
    description: 'Blocking a player also ends following in both directions.',
    params: ByName,
    example: { params: { name: 'mira' } },
    handler: async ({ actor, params: { name } }) => follows.unfollow(actor.player.id, await playerNamed(players, name)),
  });
}
