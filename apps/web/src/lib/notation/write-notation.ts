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

export const FORMS = ['position', ...DIAGRAM_STYLES, ...NOTATIONS, 'record'] as const;

export type Form = (typeof FORMS)[number];

/** Only positions and diagrams use `events`. A list of moves ends where a side leaves, as it cannot express that. */
export function writeNotation(form: Form, record: GameRecord, events: number): string {
  if (form === 'record') return formatRecord(record);
  const played = replay(record);
  if (!played.ok) throw new Error(`the line is not playable: ${played.error.why.code}`);
  const moments = momentsOf(played.value);
  const { position } = moments[events] ?? played.value;
  switch (form) {
    case 'position':
      return formatPosition(position);
    case 'plain':
    case 'walled':
    case 'usenet':
    case 'everything2':
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
