import type { PositionRefusal, Side } from '@terrace/rules';
import { whyNoPosition } from './rules.ts';
import { side } from './seats.ts';

/** What is wrong with a board somebody sets up, and what to do about it. */
function check(refusal: PositionRefusal): string {
  switch (refusal.code) {
    case 'no-t':
      return `${side[refusal.side]} hat kein T. Stell eines aufs Brett.`;
    case 'second-t':
      return `${side[refusal.side]} hat ein zweites T auf ${refusal.square}. Nimm eines der beiden weg.`;
    case 't-on-goal':
      return `${side[refusal.side]}s T steht schon auf seinem Ziel, ${refusal.square}. Stell es woandershin.`;
    case 'no-move':
      return `${side[refusal.side]} hat keinen erlaubten Zug. Schaff Raum, oder lass eine andere Seite ziehen.`;
    case 'piece-size':
      return `Die Figur auf ${refusal.square} ist zu groß für dieses Brett. Die größte hier ist ein C.`;
    case 'piece-of-one-out':
      return `Die Figur auf ${refusal.square} gehört ${side[refusal.side]}, und diese Seite ist raus. Nimm sie weg.`;
    case 'seats':
    case 'nobody-to-play':
      return 'Eine Partie braucht zwei Seiten, die spielen. Gib noch einer einen Platz.';
    case 'quiet':
      return `${refusal.quiet} stille Züge sind ein Remis. Höchstens gehen hier ${refusal.limit - 1}.`;
    default:
      return whyNoPosition(refusal);
  }
}

/** The editor in which a position is set up. */
export const editor = {
  title: 'Stellungseditor',
  board: 'Brett zum Aufstellen',
  palette: 'Figuren',
  nextSeat: (now: Side) => `Figuren von ${side[now]}; weiter zur nächsten Seite`,
  eraser: 'Figuren entfernen',
  choose: (square: string) => `Eine Figur für ${square}`,
  good: 'Diese Stellung lässt sich spielen.',
  check,
  undo: 'Zurück',
  redo: 'Wieder vor',
  seats: 'Plätze',
  toMove: 'am Zug',
  partOf: (one: Side) => `${side[one]} in der Partie`,
  turnOf: (one: Side) => `${side[one]} am Zug`,
  parts: { in: 'Spielt', out: 'Ist raus', none: 'Kein Platz' },
  start: 'Beginnen mit',
  startNone: 'Aufstellung wählen',
  empty: 'Leeres Brett',
  size: 'Brett',
  ply: 'Zugnummer',
  quiet: 'Stille Züge',
  capture: 'Schlagen',
  sliding: 'An eigenen vorbei',
  text: 'Stellung als Text, oder füge ein Diagramm ein',
  play: 'Von hier spielen',
  analyse: 'Analysieren',
  setUp: 'Auf einem Brett aufstellen',
  link: 'Link kopieren',
  copied: 'Kopiert',
  notCopied: 'Dieser Browser lässt Seiten nicht kopieren. Markiere den Text und kopiere ihn von Hand.',
  turnBoard: 'Brett drehen',
  how: 'Klicke auf ein freies Feld, um eine Figur dafür zu wählen. Ziehe eine Figur, um sie zu versetzen; ziehe sie vom Brett oder klicke sie mit der rechten Taste an, um sie zu entfernen. Mit der Tastatur tippst du auf einem Feld den Buchstaben der Figur, oder Entf.',
  told: {
    put: (piece: string, square: string) => `${piece} auf ${square}.`,
    moved: (piece: string, from: string, to: string) => `${piece} von ${from} nach ${to}.`,
    removed: (piece: string, square: string) => `${piece} von ${square} entfernt.`,
    cleared: 'Das Brett ist leer.',
    loaded: 'Eine andere Stellung steht auf dem Brett.',
    undone: 'Zurückgenommen.',
    redone: 'Wieder da.',
  },
};
