import type { DiagramRefusal, MoveRefusal, Position, PositionTextRefusal, RecordRefusal, Side } from '@terrace/rules';
import { whyNoDiagram, whyNoMove, whyNoPosition, whyNoRecord } from './rules.ts';
import { side } from './seats.ts';

const moves = (count: number) => (count === 1 ? '1 Zug' : `${count} Züge`);

/** The board on which one person moves for everyone. */
export const analysis = {
  title: 'Analyse',
  board: 'Analysebrett',
  free: 'Zieh für jede Seite. Was du ausprobierst, wird eine Variante.',
  ofGame: (names: readonly string[]) => names.join(' – '),
  toGame: 'Zur Partie',
  start: 'Neu beginnen mit',
  startNone: 'Aufstellung wählen',
  edit: 'Stellung ändern',
  turnBoard: 'Brett drehen',
  link: 'Link kopieren',
  toMove: (one: Side) => `${side[one]} am Zug`,
  place: (move: number, of: number) => (move === 0 ? 'Der Anfang' : `Zug ${move} von ${of}`),
  over: 'Die Partie ist zu Ende',
  wonBy: { arrival: 'Sein T steht am Ziel.', 'last-in': 'Nur diese Seite ist noch im Spiel.' },
  left: (one: Side) => `${side[one]} verlässt die Partie.`,
  leftShort: 'geht',
  moves: 'Züge und Varianten',
  none: (first: Side) => `Noch kein Zug. ${side[first]} beginnt.`,
  variation: 'Variante',
  comment: 'Kommentar zu diesem Zug',
  commentStart: 'Kommentar zum Anfang',
  promote: 'Zur Hauptlinie',
  prune: 'Ab hier löschen',
  tooLarge: (most: number) => `Ein Baum hat höchstens ${most} Züge. Lösche eine Variante, um eine andere zu probieren.`,
  keys: 'Pfeil links und rechts gehen durch die Züge, hinauf und hinab wechseln die Variante. Strg+Z nimmt zurück, was am Baum getan wurde. Eine Datei, die du auf die Seite ziehst, wird gelesen.',
  notKept: 'Dieser Baum ist zu groß, um auf diesem Gerät zu bleiben. Sichere ihn als Datei.',

  panel: 'Lesen und schreiben',
  ways: { read: 'Lesen', write: 'Schreiben' },
  paste: 'Füge eine Stellung, ein Diagramm, Züge oder eine Aufzeichnung ein',
  readIt: 'Lesen',
  open: 'Datei öffnen',
  fileTooLarge: 'Diese Datei ist zu groß für die Aufzeichnung einer Partie.',
  form: 'Schreiben als',
  forms: {
    position: 'Stellung als Text',
    plain: 'Diagramm, schlicht',
    walled: 'Diagramm mit Mauern',
    official: 'Züge, offiziell',
    numbered: 'Züge, mit Nummern',
    numeric: 'Züge, in Zahlen',
    abstractplay: 'Züge, wie bei AbstractPlay',
    record: 'Aufzeichnung (.gam)',
  },
  written: 'Der Text',
  copy: 'Kopieren',
  save: 'Datei sichern',
  oneLine: (aside: number) =>
    `Eine Aufzeichnung hält eine Zugfolge: die auf dem Brett. ${moves(aside)} anderer Folgen fehlen darin.`,

  found: {
    record: (count: number) => `Eine Aufzeichnung: ${moves(count)}.`,
    position: 'Eine Stellung als Text.',
    plain: 'Ein schlichtes Diagramm.',
    walled: 'Ein Diagramm mit Mauern.',
    moves: {
      official: (count: number) => `${moves(count)} in offizieller Schreibweise.`,
      numbered: (count: number) => `${moves(count)} in offizieller Schreibweise, mit Nummern.`,
      numeric: (count: number) => `${moves(count)} in Zahlen.`,
      abstractplay: (count: number) => `${moves(count)} wie bei AbstractPlay.`,
    },
  },
  unread: {
    nothing: 'Hier ist nichts zu lesen. Füge zuerst einen Text ein.',
    unknown: (line: number, text: string) =>
      `Zeile ${line}: Mit „${text}“ beginnt keine Stellung, kein Diagramm, keine Zugliste und keine Aufzeichnung.`,
    record: (why: RecordRefusal) =>
      ('line' in why && why.code !== 'header' ? `Zeile ${why.line}. ` : '') + whyNoRecord(why),
    position: (line: number, why: PositionTextRefusal) => `Zeile ${line}: ${whyNoPosition(why)}`,
    diagram: (why: DiagramRefusal) => whyNoDiagram(why),
    move: (line: number, move: number, text: string, position: Position, why: MoveRefusal) =>
      `Zeile ${line}, Zug ${move} (${text}): ${whyNoMove(position, why)}`,
  },
  badAddress: (why: string) => `Die Adresse nennt kein Brett zum Analysieren. ${why}`,
};
