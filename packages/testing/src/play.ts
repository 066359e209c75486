import { currentPosition, fold, type GameState, sideOf } from '@terrace/game';
import { type GameId, GameLog } from '@terrace/protocol';
import { legalMoves, type Move, type Position, squareName } from '@terrace/rules';
import type { Client, guestAt } from './client.ts';

type Person = Awaited<ReturnType<typeof guestAt>>;

export async function readGame(url: string, gameId: GameId): Promise<GameState> {
  const log = GameLog.parse(await (await fetch(`${url}/api/games/${gameId}`)).json());
  const state = fold(null, log.events);
  if (state === null) throw new Error(`game ${gameId} is empty`);
  return state;
}

/** Chooses different legal moves by ply, so that a game makes progress. */
export const anyMove = ({ ply }: Position, moves: readonly Move[]): Move | undefined => moves[(ply * 7) % moves.length];

/** Plays a game whenever it is this person's turn, until `done`. @returns the final state */
export async function playWith(
  person: Person,
  gameId: GameId,
  done: (state: GameState) => boolean = ({ status }) => status === 'over' || status === 'closed',
  choose: (position: Position, moves: readonly Move[]) => Move | undefined = anyMove,
): Promise<GameState> {
  const watched = await person.request('game:watch', { gameId, after: 0 });
  if (!watched.ok) throw new Error(`${gameId} cannot be watched: ${watched.refusal.code}`);
  let state = fold(null, watched.value.events);
  for (;;) {
    if (state === null) throw new Error(`game ${gameId} is empty`);
    if (done(state)) return state;
    const { seq } = state;
    if (isTurnOf(state, person)) await move(person, gameId, state, choose);
    await person.waitForEvents(gameId, (events) => (events.at(-1)?.seq ?? 0) > seq);
    state = fold(
      state,
      person.eventsOf(gameId).filter((each) => each.seq > seq),
    );
  }
}

const isTurnOf = (state: GameState, { player }: Person): boolean =>
  state.status === 'live' && state.pausedUntil === null && sideOf(state, player.id) === currentPosition(state).turn;

async function move(
  person: Pick<Client, 'command'>,
  gameId: GameId,
  state: GameState,
  choose: (position: Position, moves: readonly Move[]) => Move | undefined,
): Promise<void> {
  const position = currentPosition(state);
  const chosen = choose(position, legalMoves(position));
  if (chosen === undefined) throw new Error('there is no legal move');
  const [from, to] = [squareName(position.size, chosen.from), squareName(position.size, chosen.to)];
  const played = await person.command(gameId, { type: 'move', ply: position.ply, from, to });
  if (!played.ok && played.refusal.code !== 'stale') throw new Error(`a move was rejected: ${played.refusal.code}`);
}
