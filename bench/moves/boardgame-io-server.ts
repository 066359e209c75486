/**
 * boardgame.io as it stands, its matches in memory: a game of turns of one move, which is kept and not judged. The least that
 * it can be asked to do.
 */
import { createRequire } from 'node:module';

// Its folder of that name has no entry that `import` finds.
const { Server }: typeof import('boardgame.io/server') = createRequire(import.meta.url)('boardgame.io/server');

type Moved = { from: string; to: string };

const server = Server({
  games: [
    {
      name: 'terrace',
      setup: (): { last: Moved | null } => ({ last: null }),
      turn: { minMoves: 1, maxMoves: 1 },
      moves: { move: ({ G }: { G: { last: Moved | null } }, last: Moved) => ({ ...G, last }) },
    },
  ],
  origins: [],
});
const { appServer } = await server.run({ port: 0 });
const address = appServer.address();
if (address !== null && typeof address === 'object') console.log(`listening at http://127.0.0.1:${address.port}`);
