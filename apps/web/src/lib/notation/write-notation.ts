import {
  DIAGRAM_STYLES,
  formatDiagram,
  formatMove,
  formatPosition,
  formatRecord,
  type GameRecord,
  momentsOf,
  NOTATIONS,
  replay,
} from '@terrace/rules';

/** Forms a game, or where it stands, can be written in. */
export const FORMS = ['position', ...DIAGRAM_STYLES, ...NOTATIONS, 'record'] as const;

export type Form = (typeof FORMS)[number];

/**
 * Writes a game: position and diagrams where it stands after so many events, moves and record as a whole. A list of
 * moves cannot tell that a side left: it stops there.
 */
export function writeNotation(form: Form, record: GameRecord, events: number): string {
  if (form === 'record') return formatRecord(record);
  const played = replay(record);
  if (!played.ok) throw new Error(`a line of the tree cannot be played: ${played.error.why.code}`);
  const moments = momentsOf(played.value);
  const { position } = moments[events] ?? played.value;
  switch (form) {
    case 'position':
      return formatPosition(position);
    case 'plain':
    case 'walled':
      return formatDiagram(position, form);
    default: {
      const left = moments.findIndex((moment) => moment.left !== undefined);
      return moments
        .slice(0, left < 0 ? undefined : left)
        .flatMap(({ move, parent }) => (move && parent ? formatMove(parent.position, move, form) : []))
        .join('\n');
    }
  }
}
