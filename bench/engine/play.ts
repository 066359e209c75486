import {
  type History,
  historyOutcome,
  type Move,
  moveKind,
  type Outcome,
  pieceAt,
  places,
  playOn,
  type Side,
} from '@terrace/rules';

interface TurnInfo {
  readonly seed: number;
  /** The opponents' processor time per move so far; 0 before their first move. */
  readonly theirMs: number;
}

export interface Player {
  readonly name: string;
  choose(history: History, turn: TurnInfo): Move;
}

export interface Played {
  readonly winner: Side | undefined;
  readonly by: Outcome['by'];
  readonly plies: number;
  readonly captures: number;
  readonly ownCaptures: number;
  /** R17, best first; sides in one list share a place. */
  readonly places: readonly (readonly Side[])[];
  readonly msPerMove: Readonly<Partial<Record<Side, number>>>;
}

/** Plays a game to its end. The rules check every move; an illegal move is an error. */
export function playGame(start: History, players: Readonly<Partial<Record<Side, Player>>>, seed: number): Played {
  let history = start;
  let captures = 0;
  let ownCaptures = 0;
  const used = new Map<Side, { ms: number; moves: number }>();
  for (;;) {
    const end = historyOutcome(history);
    if (end) return finish(end);
    const { position } = history;
    const player = players[position.turn];
    if (!player) throw new Error(`no player for ${position.turn}`);
    const before = process.threadCpuUsage();
    const move = player.choose(history, {
      seed: (seed + position.ply * 7919) | 0,
      theirMs: meanOfOthers(position.turn),
    });
    const { user, system } = process.threadCpuUsage(before);
    const mine = used.get(position.turn) ?? { ms: 0, moves: 0 };
    used.set(position.turn, { ms: mine.ms + (user + system) / 1000, moves: mine.moves + 1 });
    if (moveKind(position, move) === 'capture') {
      captures++;
      if (pieceAt(position, move.to)?.side === position.turn) ownCaptures++;
    }
    const played = playOn(history, move);
    if (!played.ok) throw new Error(`${player.name} played an illegal move: ${played.error.code}`);
    history = played.value;
  }

  function meanOfOthers(side: Side): number {
    let [ms, moves] = [0, 0];
    for (const [each, time] of used) {
      if (each === side) continue;
      ms += time.ms;
      moves += time.moves;
    }
    return moves ? ms / moves : 0;
  }

  function finish(end: Outcome): Played {
    return {
      winner: end.kind === 'win' ? end.winner : undefined,
      by: end.by,
      plies: history.position.ply - 1,
      captures,
      ownCaptures,
      places: places(history),
      msPerMove: Object.fromEntries([...used].map(([side, { ms, moves }]) => [side, ms / moves])),
    };
  }
}
