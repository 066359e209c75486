import { fold } from '@terrace/game';
import { GameLog } from '@terrace/protocol';
import {
  historyOutcome,
  legalMoves,
  moveKind,
  pieceAt,
  playOn as played,
  type Side,
  sidesIn,
  squareName,
} from '@terrace/rules';
import type { PlayersAtTable } from '../players.ts';
import { seededRandom } from '../script.ts';

/** Plays a game that is the same in every run: every other move captures an enemy if it can, the others are random. */
export async function playOn<S extends Side>(
  party: Pick<PlayersAtTable<S>, 'id' | 'url' | 'sides' | 'say'>,
  moves: number,
): Promise<void> {
  const random = seededRandom(11);
  const { origin } = new URL(party.url);
  const log = GameLog.parse(await (await fetch(`${origin}/api/games/${party.id}`)).json());
  const begun = fold(null, log.events);
  if (begun?.status !== 'live') throw new Error(`game ${party.id} is not live`);
  let { history } = begun;
  for (let n = 0; n < moves && !historyOutcome(history); n += 1) {
    const { position } = history;
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
    const next = played(history, move);
    if (!next.ok) throw new Error(`${from}-${to} was refused: ${next.error.code}`);
    history = next.value;
  }
}
