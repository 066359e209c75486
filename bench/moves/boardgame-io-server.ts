/**
 * boardgame.io, unmodified, with its matches in memory. In the game `terrace` our rules check each move and the
 * position is the state of the match. The game `unjudged` only records moves, the minimum for boardgame.io.
 */
import { createRequire } from 'node:module';
import { formatPosition, parsePosition, parseSquare, play, startPosition } from '@terrace/rules';

const require = createRequire(import.meta.url);
// Its folders have no entry for `import`.
const { Server }: typeof import('boardgame.io/server') = require('boardgame.io/server');
const { INVALID_MOVE }: typeof import('boardgame.io/core') = require('boardgame.io/core');

type Moved = { readonly from: string; readonly to: string };
type Board = { readonly position: string };

const turn = { minMoves: 1, maxMoves: 1 };

const server = Server({
  games: [
    {
      name: 'terrace',
      setup: (): Board => ({ position: formatPosition(startPosition('long')) }),
      turn,
      moves: { move: ({ G }: { G: Board }, moved: Moved) => after(G, moved) ?? INVALID_MOVE },
    },
    {
      name: 'unjudged',
      setup: (): { last: Moved | null } => ({ last: null }),
      turn,
      moves: { move: ({ G }: { G: { last: Moved | null } }, last: Moved) => ({ ...G, last }) },
    },
  ],
  origins: [],
});
const { appServer } = await server.run({ port: 0 });
const address = appServer.address();
if (address !== null && typeof address === 'object') console.log(`listening at http://127.0.0.1:${address.port}`);

function after(board: Board, { from, to }: Moved): Board | undefined {
  const position = parsePosition(board.position);
  if (!position.ok) return undefined;
  const { size } = position.value;
  const [start, end] = [parseSquare(size, from), parseSquare(size, to)];
  const next = start === undefined || end === undefined ? undefined : play(position.value, { from: start, to: end });
  return next?.ok ? { position: formatPosition(next.value) } : undefined;
}
