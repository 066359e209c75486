import { movesIn, resultIn, startsGame } from '@terrace/game';
import type { GameEvent } from '@terrace/protocol';
import type { MoveKind, Side } from '@terrace/rules';
import type { Cue } from './cues.ts';

export const moveCue = (kind: MoveKind): Cue =>
  (({ level: 'along', up: 'up', down: 'down', capture: 'take' }) as const)[kind];

type GameSoundContext = {
  readonly events: readonly { readonly event: GameEvent }[];
  readonly newest: { readonly ply: number; readonly kind: MoveKind; readonly took: boolean } | undefined;
  /** Ply of the last move that has sounded: the visitor's own moves sound when they are made. */
  readonly lastSounded: number;
  readonly you: Side | undefined;
  /** Whether it is the visitor's turn and the page may be out of view. */
  readonly turnUnseen: boolean;
};

/** The cues for new events of a game. Of several moves at once only the newest sounds. */
export function gameCues({ events, newest, lastSounded, you, turnUnseen }: GameSoundContext): readonly Cue[] {
  const cues = new Set<Cue>();
  if (startsGame(events)) cues.add('begin');
  const made = movesIn(events).findLast(({ ply }) => ply === newest?.ply);
  if (made !== undefined && newest !== undefined) {
    if (made.ply > lastSounded) cues.add(newest.took ? 'take' : moveCue(newest.kind));
    if (made.call !== undefined) cues.add(made.call.mate ? 'mate' : 'terrace');
    else if (turnUnseen) cues.add('turn');
  }
  const result = resultIn(events);
  if (result !== undefined) cues.add(endCue(result.winner, you));
  return [...cues];
}

/** Spectators get the sound of a win. */
function endCue(winner: Side | null, you: Side | undefined): Cue {
  if (winner === null) return 'drawn';
  return you === undefined || winner === you ? 'won' : 'lost';
}

/** Remaining times of the own clock that trigger a warning, in ms. */
const WARNINGS = [20_000, 10_000];

export const crossesWarning = (beforeMs: number, nowMs: number): boolean =>
  nowMs > 0 && WARNINGS.some((limit) => beforeMs > limit && nowMs <= limit);
