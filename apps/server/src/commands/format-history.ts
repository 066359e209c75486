import { apply, type GameState, positionOf } from '@terrace/game';
import type { GameEvent, LoggedEvent } from '@terrace/protocol';
import { formatMove } from '@terrace/rules';
import { callText, capital, resultText } from './format.ts';

/** A move has its number; whatever else happened stands between the moves. */
type Line = { readonly ply: number | undefined; readonly text: string };

/** All that happened on the board, a line each: moves by number (R20), calls, who went out; what was taken back stays. */
export function historyText(events: readonly LoggedEvent[]): string {
  let state: GameState | null = null;
  let lines: readonly Line[] = [];
  for (const logged of events) {
    const after: GameState = apply(state, logged);
    lines = next(lines, logged.event, state, after);
    state = after;
  }
  return lines.length === 0 ? 'No move has been made.' : lines.map(({ text }) => text).join('\n');
}

function next(lines: readonly Line[], event: GameEvent, before: GameState | null, after: GameState): readonly Line[] {
  switch (event.type) {
    case 'moved':
      return before === null ? lines : [...lines, { ply: event.ply, text: moveText(event, before, after) }];
    case 'undone':
      return lines.map((line) =>
        line.ply !== undefined && line.ply >= event.ply ? { ply: undefined, text: `${line.text}  (taken back)` } : line,
      );
    case 'out':
      return [...lines, { ply: undefined, text: `     ${capital(event.side)} ${OUT[event.by]}.` }];
    case 'ended':
      return [...lines, { ply: undefined, text: resultText(event.result) }];
    default:
      return lines;
  }
}

function moveText(event: Extract<GameEvent, { type: 'moved' }>, before: GameState, after: GameState): string {
  const position = positionOf(before);
  const { move } = after.history;
  const written = move === undefined ? `${event.from}-${event.to}` : formatMove(position, move);
  const line = `${String(event.ply).padStart(3)}. ${capital(position.turn).padEnd(5)} ${written}`;
  return [line, ...(event.call === undefined ? [] : callText(event.call))].join('  ');
}

const OUT = { resignation: 'resigns', time: 'runs out of time', left: 'has left' } as const;
