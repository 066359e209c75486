import { randomUUID } from 'node:crypto';
import { CommandId, DEFAULT_SETTINGS, type GameId, type LoggedEvent, type Player, PlayerId } from '@terrace/protocol';
import type { Summary } from '../../apps/server/src/game-service/games.ports.ts';
import { gameIdOf } from '../../apps/server/src/game-service/id.ts';
import { summarize } from '../../apps/server/src/game-service/summary.ts';
import { Table } from '../../packages/game/src/testing/table.ts';
import { scriptedGame } from '../moves/script.ts';

export type Commit = { readonly gameId: GameId; readonly events: readonly LoggedEvent[]; readonly summary: Summary };

/** The commits of the moves of a few real games of two. */
export function commitsOfMoves(games: number): readonly Commit[] {
  return Array.from({ length: games }, (_, i) => commitsOf(i + 1)).flat();
}

function commitsOf(seed: number): readonly Commit[] {
  const [south, north] = [person(`Player ${seed} of South`), person(`Player ${seed} of North`)];
  const gameId = gameIdOf(south.id, CommandId.parse(randomUUID()));
  const table = new Table(DEFAULT_SETTINGS, south, 'south');
  table.send(north, { type: 'sit', side: null });
  return scriptedGame(seed).map(({ ply, from, to }) => {
    const before = table.log.length;
    table.now += 2_500;
    table.send(ply % 2 === 1 ? south : north, { type: 'move', ply, from, to }, {}, randomUUID());
    return { gameId, events: table.log.slice(before), summary: summarize(gameId, table.state) };
  });
}

const person = (name: string): Player => ({ id: PlayerId.parse(randomUUID()), name });
