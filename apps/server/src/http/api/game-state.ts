import { currentPosition, flagAt, type GameState, remainingMs, sideOf } from '@terrace/game';
import { type GameId, GameNow, Offer, type PlayerId, type Presence } from '@terrace/protocol';
import { formatDiagram, formatPosition, type Square, squareName } from '@terrace/rules';
import type { Chat } from '../../chat/chat.ts';
import type { ConditionalMoveService } from '../../conditional-moves/conditional-moves.ts';
import type { GameService } from '../../game-service/service.ts';
import type { GamePresence } from '../../presence/presence.ts';
import { everyone } from '../access.ts';
import { RefusedRequest, unwrap } from '../refusals.ts';
import { ById, type Router } from '../route.ts';

type Dependencies = {
  readonly service: Pick<GameService, 'state'>;
  readonly presence: Pick<GamePresence, 'at' | 'markActive'>;
  readonly chat: Pick<Chat, 'join'>;
  readonly conditionals: Pick<ConditionalMoveService, 'get'>;
  readonly now: () => number;
};

/** One request for all that a player's page shows of a game, for programs. */
export function addGameStateRoute({ tagged }: Router, dependencies: Dependencies): void {
  const { service, presence, chat, conditionals, now } = dependencies;
  tagged('Games')('GET', '/api/games/:id/state', {
    operationId: 'getGameState',
    access: everyone('read'),
    cost: 2,
    summary: 'A game as you see it now',
    description: 'Position, clocks, offers, result, the chat that you may read, and your own conditional moves.',
    params: ById,
    reply: GameNow,
    example: { params: { id: 'AbCdEfGhIjKl' } },
    handler: async ({ actor, params: { id } }) => {
      const state = await service.state(id);
      if (state === null) throw new RefusedRequest({ code: 'no-such-game' });
      const me = actor?.player.id;
      if (actor !== null) presence.markActive(id, actor.player);
      const { messages } = unwrap(await chat.join(id, me));
      const plans = me !== undefined && sideOf(state, me) !== undefined && state.settings.time?.kind !== 'clock';
      const conditionalMoves = plans ? ((await conditionals.get(id, me)) ?? null) : null;
      return { ...gameNow(id, state, me, await presence.at(id, state), now()), chat: messages, conditionalMoves };
    },
  });
}

function gameNow(
  id: GameId,
  state: GameState,
  me: PlayerId | undefined,
  { watching, away }: Presence,
  now: number,
): Omit<GameNow, 'chat' | 'conditionalMoves'> {
  const position = currentPosition(state);
  const { move } = state.history;
  const name = (square: Square) => squareName(position.size, square);
  return {
    id,
    seq: state.seq,
    status: state.status,
    settings: state.settings,
    seats: state.seats.map(({ side, player, reserved }) => ({
      side,
      player,
      reserved,
      out: position.out.includes(side),
      remainingMs: remainingMs(state, side, now),
      awaySince: away.find((absent) => absent.side === side)?.since ?? null,
    })),
    position: formatPosition(position),
    board: formatDiagram(position, 'plain'),
    last: move ? { from: name(move.from), to: name(move.to) } : null,
    ply: position.ply,
    turn: state.status === 'live' ? position.turn : null,
    mySide: sideOf(state, me) ?? null,
    now,
    deadlineAt: flagAt(state) ?? null,
    isPaused: state.pausedUntil !== null,
    pausedUntil: typeof state.pausedUntil === 'number' ? state.pausedUntil : null,
    offers: Offer.options.flatMap((offer) => {
      const open = state.offers[offer];
      return open === undefined ? [] : [{ offer, seq: open.seq, by: open.by, agreed: [...open.agreed] }];
    }),
    result: state.result,
    ...(state.closed != null &&
      state.closed.calledOffAt !== null && { calledOff: { by: state.closed.by, side: state.closed.side } }),
    next: state.next,
    watching,
  };
}
