import type { StartRefusal } from '@terrace/game';
import {
  type DiagramRefusal,
  type Illegal,
  isSide,
  type MoveRefusal,
  type Piece,
  type Position,
  type PositionTextRefusal,
  pieceLetter,
  type RecordRefusal,
  type Square,
  squareName,
} from '@terrace/rules';
import { owned } from './pieces.ts';
import { side } from './seats.ts';

/** Why a move is not legal, in one short sentence that names the square and the reason. */
export function whyNot({ size }: Pick<Position, 'size'>, illegal: Illegal): string {
  const at = (square: Square) => squareName(size, square);
  const stands = (by: Piece, on: Square) => `${owned(by)} steht auf ${at(on)}.`;
  switch (illegal.code) {
    case 'game-over':
      return 'Die Partie ist zu Ende.';
    case 'off-board':
      return 'Dieses Feld gibt es auf diesem Brett nicht.';
    case 'same-square':
      return 'Dort steht die Figur schon.';
    case 'empty-square':
      return `Auf ${at(illegal.on)} steht keine Figur.`;
    case 'wrong-side':
      return `Die Figur auf ${at(illegal.on)} gehört ${side[illegal.piece.side]}, und ${side[illegal.turn]} ist am Zug.`;
    case 'two-levels':
      return `Das sind ${illegal.levels} Stufen. Eine Figur steigt immer nur eine Stufe hinauf oder hinab.`;
    case 'not-adjacent':
      return `Eine Stufe ${illegal.way === 'up' ? 'hinauf' : 'hinab'} geht nur mit einem Schritt, auf ein Nachbarfeld.`;
    case 'across-the-centre':
      return 'Über den Mittelpunkt führt kein Weg.';
    case 'off-terrace':
      return 'Diese Terrasse liegt gleich hoch, ist aber eine andere.';
    case 'blocked':
      return `${owned(illegal.by)} auf ${at(illegal.on)} versperrt diese Terrasse.`;
    case 'occupied':
      return illegal.way === 'level'
        ? `${stands(illegal.by, illegal.on)} Auf ihrer Terrasse zieht eine Figur auf ein freies Feld.`
        : `${stands(illegal.by, illegal.on)} Geschlagen wird nur schräg hinab.`;
    case 'down-diagonal-only-captures':
      return 'Schräg hinab geht es nur, um zu schlagen.';
    case 'larger-than-you':
      return `${owned(illegal.by)} auf ${at(illegal.on)} ist zu groß für diese Figur.`;
    case 'not-smaller-than-you':
      return `${owned(illegal.by)} auf ${at(illegal.on)} ist nicht kleiner. Gerade hinauf schlägt eine Figur nur kleinere.`;
  }
}

/** Why a text is no move of this position. */
export function whyNoMove(position: Pick<Position, 'size' | 'seats'>, refusal: MoveRefusal): string {
  switch (refusal.code) {
    case 'unreadable':
      return 'Das ist kein Zug. Schreibe ihn wie d-a2-b3, a2-b3, oder d-a2-b3:c, wenn er schlägt.';
    case 'no-such-square':
      return `Dieses Brett hat kein Feld ${refusal.square}.`;
    case 'other-ply':
      return `Das ist als Zug ${refusal.said} gemeint, und die Partie steht vor Zug ${refusal.ply}.`;
    case 'wrong-letter': {
      const { said, on, stands } = refusal;
      const there = stands === undefined ? 'keine Figur' : `eine Figur ${pieceLetter(stands, position.seats)}`;
      return `Der Zug sagt ${said}, aber auf ${squareName(position.size, on)} steht ${there}.`;
    }
    case 'illegal':
      return whyNot(position, refusal.why);
  }
}

const FIELDS: Readonly<Record<string, string>> = { quiet: 'stillen Züge', ply: 'Züge' };

/** Why something is no position a game can begin from. */
export function whyNoPosition(refusal: PositionTextRefusal): string {
  switch (refusal.code) {
    case 'five-fields':
      return `Eine Stellung hat fünf Teile, dieser Text hat ${refusal.fields}.`;
    case 'seat-letters':
      return `Die Plätze sind Buchstaben in der Folge s w n e, nicht „${refusal.text.slice(0, 10)}“.`;
    case 'turn-letter':
      return `Am Zug ist s, w, n oder e, nicht „${refusal.text.slice(0, 10)}“.`;
    case 'number':
      return `Die Zahl der ${FIELDS[refusal.field] ?? refusal.field} ist eine ganze Zahl, nicht „${refusal.text.slice(0, 10)}“.`;
    case 'rank-count':
      return `Ein Brett hat acht oder sechs Reihen, dieses hat ${refusal.ranks}.`;
    case 'rank-width':
      return `Reihe ${refusal.rank} hat nicht so viele Felder, wie das Brett Reihen hat.`;
    case 'unknown-letter':
      return `In Reihe ${refusal.rank} steht „${refusal.letter.slice(0, 3)}“, das ist keine Figur dieser Plätze.`;
    case 'seats':
      return 'Eine Partie hat zwei bis vier verschiedene Plätze.';
    case 'not-seated':
      return `${isSide(refusal.side) ? side[refusal.side] : refusal.side} hat keinen Platz.`;
    case 'turn-of-one-out':
      return `${side[refusal.side]} ist raus und kann nicht am Zug sein.`;
    case 'piece-of-nobody':
      return `Die Figur auf ${refusal.square} gehört zu keinem Platz.`;
    case 'piece-of-one-out':
      return `Die Figur auf ${refusal.square} gehört ${side[refusal.side]}, und diese Seite ist raus.`;
    case 'piece-size':
      return `Die Figur auf ${refusal.square} ist zu groß; die größte hier ist ${'.ABCD'.charAt(refusal.largest)}.`;
    case 't-size':
      return `Das T auf ${refusal.square} hat nicht die kleinste Größe.`;
    case 'no-t':
      return `${side[refusal.side]} hat kein T.`;
    case 'second-t':
      return `${side[refusal.side]} hat ein zweites T auf ${refusal.square}.`;
    case 't-on-goal':
      return `${side[refusal.side]}s T steht schon auf seinem Ziel, ${refusal.square}.`;
    case 'quiet':
      return `${refusal.quiet} stille Züge sind ein Remis; höchstens sind es ${refusal.limit}.`;
    case 'ply':
      return `${refusal.ply} ist keine Zugnummer.`;
    case 'nobody-to-play':
      return 'Weniger als zwei Seiten sind im Spiel.';
    case 'no-move':
      return `${side[refusal.side]} hat keinen erlaubten Zug.`;
  }
}

/** Why no game can begin there. */
export function whyNoStart(refusal: StartRefusal): string {
  if (refusal.code === 'decided') return 'Dort ist die Partie zu Ende.';
  if (refusal.code === 'one-out') return 'Eine Seite ist dort raus. Lass ihren Platz weg.';
  return whyNoPosition(refusal);
}

/** Why a text is no diagram of a position. */
export function whyNoDiagram(why: DiagramRefusal): string {
  switch (why.code) {
    case 'no-board':
      return 'Keine Zeile zeigt die oberste Reihe eines Bretts.';
    case 'rank-missing':
      return `Reihe ${why.rank} fehlt.`;
    case 'rank-width':
      return `Reihe ${why.rank} füllt die Breite des Bretts nicht.`;
    case 'unknown-letter':
      return `Niemand am Brett hat eine Figur ${why.letter} (${why.square}).`;
    default:
      return whyNoPosition(why);
  }
}

/** Why a text is no record of a game, with the number of the move. */
export function whyNoRecord(why: RecordRefusal): string {
  switch (why.code) {
    case 'header':
      return `Zeile ${why.line} ist kein Kopf; einer sieht so aus: [Event "Club evening"].`;
    case 'header-twice':
      return `Der Kopf ${why.name} steht zweimal da.`;
    case 'setup':
      return `Die Aufstellung ${why.text} passt nicht zu dieser Aufzeichnung.`;
    case 'rules':
      return `Die Regeln ${why.text} sind unbekannt; schreibe standard, rank, not-larger oder beide.`;
    case 'start-missing':
      return 'Eine eigene Aufstellung braucht einen Kopf Start mit ihrer Stellung.';
    case 'start':
      return `Der Kopf Start ist nicht zu lesen: ${whyNoPosition(why.why)}`;
    case 'move':
      return `Zug ${why.move} (${why.text}): ${whyNoMove(why.position, why.why)}`;
    case 'move-number':
      return `Zug ${why.move} trägt die Nummer ${why.said}.`;
    case 'comment-without-end':
      return `Ein Kommentar vor Zug ${why.move} hört nicht auf.`;
    case 'cannot-leave':
      return `Vor Zug ${why.move} geht ${why.side}, ist aber nicht im Spiel.`;
    case 'after-the-result':
      return 'Nach dem Ergebnis steht noch etwas.';
    case 'no-result':
      return 'Am Ende fehlt das Ergebnis: eine Seite, draw, oder * für eine Partie, die noch läuft.';
    case 'other-result':
      return `Als Ergebnis steht da ${why.said}, es ist aber ${why.found}.`;
  }
}
