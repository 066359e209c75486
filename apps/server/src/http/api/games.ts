import { currentPosition, endsGame, recordOf } from '@terrace/game';
import type { GameId, LoggedEvent } from '@terrace/protocol';
import {
  CommandDone,
  completeSettings,
  GameCommand,
  GameLog,
  LegalMoves,
  MAX_EVENTS_IN_REPLY,
  NewTable,
  TableOpened,
} from '@terrace/protocol';
import {
  DIAGRAM_STYLES,
  formatDiagram,
  formatMove,
  formatRecord,
  legalMoves,
  NOTATIONS,
  type Square,
  squareName,
} from '@terrace/rules';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { costOfEvents } from '../../admission/admission.ts';
import { newCommandId } from '../../game-service/command-ids.ts';
import type { OpenTable } from '../../game-service/open-table.ts';
import type { PlayerStore } from '../../game-service/players.ports.ts';
import type { GameService } from '../../game-service/service.ts';
import type { GamePresence } from '../../presence/presence.ts';
import { changesBySide } from '../../ratings/changes.ts';
import type { RatingQueries } from '../../ratings/ratings.ports.ts';
import { everyone, guests } from '../access.ts';
import { setEtag } from '../etag.ts';
import { RefusedRequest, unwrap } from '../refusals.ts';
import { ById, blockOf, RECORD_EXAMPLE, type Router, text } from '../route.ts';

type Dependencies = {
  readonly service: GameService;
  readonly presence: GamePresence;
  readonly openTable: OpenTable;
  readonly players: PlayerStore;
  readonly ratingQueries: RatingQueries;
  readonly now: () => number;
};

export function addGameRoutes({ tagged }: Router, dependencies: Dependencies): void {
  const { service, presence, openTable, players, ratingQueries, now } = dependencies;
  const route = tagged('Games');
  /** @throws RefusedRequest if the game does not exist */
  async function logOf(id: GameId, request: FastifyRequest, most?: number): Promise<readonly LoggedEvent[]> {
    const events = await service.eventsAfter(id, 0, most);
    request.server.charge(request, costOfEvents(events));
    if (events.length === 0) throw new RefusedRequest({ code: 'no-such-game' });
    return events;
  }

  route('GET', '/api/games/:id', {
    operationId: 'getGame',
    access: everyone('read'),
    group: 'log',
    summary: 'The log of a game',
    description:
      'All events since the table was opened, or the first `most` of them. For a finished game the reply has an ETag.',
    params: ById,
    query: z.strictObject({ most: z.coerce.number().int().min(1).max(MAX_EVENTS_IN_REPLY).optional() }),
    reply: GameLog,
    example: { params: { id: 'AbCdEfGhIjKl' } },
    handler: async ({ actor, params: { id }, query: { most }, request, reply }) => {
      const events = [...(await logOf(id, request, most))];
      if (actor !== null) presence.markActive(id, actor.player);
      const ended = endsGame(events);
      const changes = ended ? await changesOf(id) : [];
      if (ended) setEtag(reply, [events, changes]); // player names in finished games can still change
      const more = events.length === most;
      return { id, events, now: now(), ...(changes.length > 0 && { changes }), ...(more && { more }) };
    },
  });

  async function changesOf(id: GameId) {
    const changes = (await ratingQueries.changesOf([id])).get(id) ?? [];
    const state = changes.length === 0 ? null : await service.state(id);
    return state === null ? [] : changesBySide(state.seats, changes);
  }

  route('GET', '/api/games/:id/record', {
    operationId: 'getGameRecord',
    replyExample: RECORD_EXAMPLE,
    access: everyone('read'),
    group: 'log',
    summary: 'The record of a game',
    description: 'Text for reading, storing and importing. Omits moves that were taken back.',
    params: ById,
    reply: text('text/plain', 'Headers, moves, result.'),
    example: { params: { id: 'AbCdEfGhIjKl' } },
    handler: async ({ params: { id }, request, reply }) => {
      const record = recordOf(await logOf(id, request));
      if (record === undefined) throw new RefusedRequest({ code: 'no-such-game' });
      reply.header('content-disposition', `attachment; filename="terrace-${id}.gam"`);
      const written = formatRecord(record);
      if (record.result !== 'unfinished') setEtag(reply, written);
      return reply.type('text/plain; charset=utf-8').send(written);
    },
  });

  route('GET', '/api/games/:id/moves', {
    operationId: 'listLegalMoves',
    access: everyone('read'),
    summary: 'The legal moves',
    description:
      'All moves of the side to move; none unless the game is in progress. `notation` writes them another way, and `diagram` adds a drawing of the board.',
    params: ById,
    query: z.strictObject({ notation: z.enum(NOTATIONS).optional(), diagram: z.enum(DIAGRAM_STYLES).optional() }),
    reply: LegalMoves,
    example: { params: { id: 'AbCdEfGhIjKl' }, query: { notation: 'numeric', diagram: 'usenet' } },
    handler: async ({ actor, params: { id }, query: { notation, diagram } }) => {
      const state = await service.state(id);
      if (state === null) throw new RefusedRequest({ code: 'no-such-game' });
      if (actor !== null) presence.markActive(id, actor.player);
      const position = currentPosition(state);
      const live = state.status === 'live';
      const name = (square: Square) => squareName(position.size, square);
      return {
        id,
        status: state.status,
        ply: position.ply,
        turn: live ? position.turn : null,
        player: (live && state.seats.find(({ side }) => side === position.turn)?.player?.id) || null,
        moves: live
          ? legalMoves(position).map((move) => ({
              from: name(move.from),
              to: name(move.to),
              text: formatMove(position, move, notation),
            }))
          : [],
        ...(diagram !== undefined && { diagram: formatDiagram(position, diagram) }),
      };
    },
  });

  route('POST', '/api/games', {
    operationId: 'openTable',
    access: guests('play'),
    summary: 'Open a table',
    description:
      'You take a seat at the table. The defaults are a long, public, unrated game of 5 + 3. A `position` implies the setup `custom` and is rejected with any other setup.',
    body: NewTable,
    reply: TableOpened,
    example: {
      body: {
        settings: { setup: 'short', time: null },
        side: 'south',
        computers: [{ side: 'north', strength: 3 }],
      },
    },
    handler: async ({ actor, body, request }) => {
      const player = await players.add(actor.player); // so that others can find the player by name
      const { commandId = newCommandId(), settings } = body;
      const options = { ...body, commandId, settings: completeSettings(settings) };
      return unwrap(await openTable(player, options, blockOf(request)));
    },
  });

  route('POST', '/api/games/:id/commands', {
    operationId: 'runGameCommand',
    access: guests('play'),
    summary: 'Act in a game',
    description:
      'Sit, move, resign, offer and so on. The reply is sent once the command is saved. A command repeated with the same id is executed only once.',
    params: ById,
    body: GameCommand,
    reply: CommandDone,
    example: {
      params: { id: 'AbCdEfGhIjKl' },
      body: { commandId: 'my-move-17', command: { type: 'move', ply: 17, from: 'c2', to: 'd3' } },
    },
    handler: async ({ actor, params: { id: gameId }, body, request }) => {
      const arrivedAt = now();
      const player = await players.add(actor.player);
      const absentSides = body.command.type === 'claim' ? await presence.absentSides(gameId) : [];
      const done = await service.command({
        gameId,
        by: player,
        ...body,
        arrivedAt,
        address: blockOf(request),
        absentSides,
      });
      presence.markActive(gameId, player);
      return { seq: unwrap(done).seq };
    },
  });
}
