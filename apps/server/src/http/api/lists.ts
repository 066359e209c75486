import {
  ArchiveQuery,
  GamePage,
  Leaderboard,
  LeaderboardQuery,
  LivelyKind,
  type Player,
  type PlayerGamesQuery,
  type PlayerId,
  PlayerLobby,
  RatingKind,
} from '@terrace/protocol';
import { z } from 'zod';
import type { Archive } from '../../archive/archive.ports.ts';
import { gameCursorCodec, leaderboardCursorCodec } from '../../archive/cursor.ts';
import type { PlayerStore } from '../../game-service/players.ports.ts';
import type { Lobby } from '../../lobby/lobby.ts';
import { everyone } from '../access.ts';
import { setEtag } from '../etag.ts';
import { RefusedRequest } from '../refusals.ts';
import type { Router } from '../route.ts';

type Dependencies = {
  readonly archive: Archive;
  readonly players: PlayerStore;
  readonly lobby: Lobby;
  readonly now: () => number;
};

const MAX_PROVISIONAL_ROWS = 20;

export function addListRoutes({ tagged }: Router, { archive, players, lobby, now }: Dependencies): void {
  const route = tagged('Lists');
  route('GET', '/api/lobby', {
    operationId: 'getLobby',
    access: everyone('read'),
    summary: 'The lobby',
    description: 'Open tables, and your own games in progress.',
    reply: PlayerLobby,
    handler: async ({ actor }) => lobby.read(actor?.player.id),
  });

  route('GET', '/api/archive', {
    operationId: 'searchGames',
    access: everyone('read'),
    group: 'search',
    summary: 'Finished games',
    description:
      'The most recently finished first. All filters must match. A game that was called off after its start has `status` `closed`, no `result` and a `calledOff`. Games by link are visible only to their players. A page can be short or empty and still have a `next`, because each request searches a limited number of games.',
    query: ArchiveQuery,
    reply: GamePage,
    example: { query: { rated: 'true', limit: 20 } },
    handler: async ({ query: { player, ...query }, actor }) => {
      const found = player === undefined ? undefined : await playerNamed(players, player);
      return gamePage({ archive, players }, query, found, actor?.player.id);
    },
  });

  route('GET', '/api/leaderboards', {
    operationId: 'getLivelyKind',
    access: everyone('read'),
    group: 'search',
    summary: 'The most active leaderboard',
    description: 'The kind of rating with the most established ratings among the top hundred of each kind.',
    reply: LivelyKind,
    handler: async () => ({ kind: await archive.mostActiveKind(now()) }),
  });

  route('GET', '/api/leaderboards/:kind', {
    operationId: 'getLeaderboard',
    access: everyone('read'),
    group: 'search',
    summary: 'A leaderboard',
    description:
      'Players with an established rating of this kind, best first. The first page also lists some provisional ratings and about how many more games they need. The reply has an ETag.',
    params: z.object({ kind: RatingKind }),
    query: LeaderboardQuery,
    reply: Leaderboard,
    example: { params: { kind: 'blitz' } },
    handler: async ({ params: { kind }, query: { cursor, limit }, reply }) => {
      const after = decodeCursor(leaderboardCursorCodec, cursor);
      const [{ rows, next }, provisional] = await Promise.all([
        archive.leaderboard(kind, now(), after, limit),
        after === null ? archive.provisional(kind, now(), MAX_PROVISIONAL_ROWS) : [],
      ]);
      const board = { kind, rows: [...rows], provisional, next: next && leaderboardCursorCodec.encode(next) };
      setEtag(reply, board);
      return board;
    },
  });
}

/** @throws RefusedRequest */
export async function gamePage(
  { archive, players }: Pick<Dependencies, 'archive' | 'players'>,
  { opponent, cursor, limit, ...filter }: PlayerGamesQuery,
  player: Player | undefined,
  asker: PlayerId | undefined,
): Promise<GamePage> {
  if (player === undefined && (filter.result === 'won' || filter.result === 'lost')) {
    const problem = `result ${filter.result} requires a player`;
    throw new RefusedRequest({ code: 'malformed', problem });
  }
  const other = opponent === undefined ? undefined : await playerNamed(players, opponent);
  const search = { ...filter, player: player?.id, opponent: other?.id };
  const { rows, next } = await archive.finished(search, asker, decodeCursor(gameCursorCodec, cursor), limit);
  return { games: [...rows], next: next && gameCursorCodec.encode(next) };
}

export async function playerNamed(players: PlayerStore, name: string): Promise<Player> {
  const player = await players.byName(name);
  if (player === undefined) throw new RefusedRequest({ code: 'no-such-player', name });
  return player;
}

/** @throws RefusedRequest for an invalid cursor */
export function decodeCursor<T>(codec: { decode(text: string): T | undefined }, text: string | undefined): T | null {
  if (text === undefined) return null;
  const place = codec.decode(text);
  if (place === undefined)
    throw new RefusedRequest({ code: 'malformed', problem: 'cursor: must come from `next` of a page' });
  return place;
}
