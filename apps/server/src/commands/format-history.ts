import { type Departure, foldLog, type MadeMove, type Replacement } from '@terrace/game';
import { messages } from '@terrace/messages';
import { commandsMessages } from '@terrace/messages/commands';
import type { LoggedEvent } from '@terrace/protocol';
import { formatMove } from '@terrace/rules';
import { callsText, newlyOut, resultText } from './format.ts';

/** All events on the board, one per line. Takebacks stay in the list. */
export function historyText(events: readonly LoggedEvent[]): string {
  const played = foldLog(null, events);
  if (played === null) return commandsMessages().history.nothing;
  const { state, timeline } = played;
  const departed = (after: number) => [
    ...timeline.departures.filter((each) => each.after === after).map(departureText),
    ...timeline.replacements.filter((each) => each.after === after).map(replacementText),
  ];
  const lines = timeline.moves.flatMap((made, n) => [...moveText(made), ...takenText(made), ...departed(n + 1)]);
  const result = state.result === null ? [] : [resultText(state.result)];
  return [...departed(0), ...lines, ...result].join('\n') || commandsMessages().history.nothing;
}

function moveText({ after, undone }: MadeMove): readonly string[] {
  const { move, parent } = after;
  if (move === undefined || parent === undefined) return [];
  const { position } = parent;
  const line = `${String(position.ply).padStart(3)}. ${messages.side[position.turn].padEnd(5)} ${formatMove(position, move)}`;
  return [[line, ...callsText(after), ...(undone ? [commandsMessages().history.takenBack] : [])].join('  ')];
}

/** The owner of a T that a move took (R14). With two seats the result says so. */
function takenText({ after: { position, parent } }: MadeMove): readonly string[] {
  const taken = position.seats.length === 2 || parent === undefined ? [] : newlyOut(parent.position, position);
  return taken.map((side) => `     ${commandsMessages().history.departed.taken({ side })}`);
}

const departureText = (departure: Departure): string => `     ${departedText(departure)}`;

const replacementText = ({ player, ...departure }: Replacement): string =>
  `     ${commandsMessages().history.replaced({ departed: departedText(departure), name: player.name })}`;

const departedText = ({ side, by }: Departure): string => commandsMessages().history.departed[by]({ side });
