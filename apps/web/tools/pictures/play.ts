import { fold, positionOf } from '@terrace/game';
import { GameLog } from '@terrace/protocol';
import { legalMoves, moveKind, pieceAt, type Side, sidesIn, squareName } from '@terrace/rules';
import type { PlayersAtTable } from '../../e2e/players.ts';
import { seededRandom } from '../../e2e/script.ts';

/** Plays a game that is the same in every run: every other move captures an enemy if it can, the others are random. */
export async function playOn<S extends Side>(
  party: Pick<PlayersAtTable<S>, 'id' | 'url' | 'sides' | 'say'>,
  moves: number,
): Promise<void> {
  const random = seededRandom(11);
  for (let n = 0; n < moves; n += 1) {
    const { origin } = new URL(party.url);
    const log = GameLog.parse(await (await fetch(`${origin}/api/games/${party.id}`)).json());
    const state = fold(null, log.events);
    if (state === null || state.status !== 'live') return;
    const position = positionOf(state);
    const sane = legalMoves(position).filter((move) => {
      const victim = pieceAt(position, move.to);
      return victim === undefined || (!victim.t && victim.side !== position.turn);
    });
    const lively = sane.filter((move) => moveKind(position, move) === 'capture' && n % 2 === 0);
    const among = lively.length > 0 ? lively : sane;
    const move = among[Math.floor(random() * among.length)];
    const mover = party.sides.find((side) => side === position.turn);
    if (move === undefined || mover === undefined || sidesIn(position).length < 2) return;
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    await party.say(mover, { type: 'move', ply: position.ply, from, to });
  }
}
