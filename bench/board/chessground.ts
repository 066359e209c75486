import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { ChessGame } from './games.ts';
import { type MeasuredPage, watchedPage } from './page.ts';

const PACKAGE = dirname(dirname(createRequire(import.meta.url).resolve('chessground')));
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/**
 * A page with only chessground, used as on lichess: a press selects, a press moves, the opponent's moves arrive via
 * `move`.
 */
export async function chessgroundPage(
  browser: Browser,
  game: ChessGame,
): Promise<MeasuredPage & { stop(): void; readonly url: string }> {
  const { url, stop } = await serve(game);
  const page = await watchedPage(browser);
  await page.goto(url);
  await page.waitForSelector('html[data-ready]');
  const box = await page.locator('cg-board').boundingBox();
  if (box === null) throw new Error('chessground shows no board');
  const side = box.width / 8;
  return {
    name: 'chessground',
    page,
    url,
    stop,
    place: async (square) => ({
      x: box.x + (square.charCodeAt(0) - 97 + 0.5) * side,
      y: box.y + (8 - Number(square.slice(1)) + 0.5) * side,
    }),
    answer: (move) => page.evaluate(`postMessage(${JSON.stringify(move)})`),
  };
}

async function serve(game: ChessGame): Promise<{ readonly url: string; stop(): void }> {
  const html = await readFile(new URL('chessground.html', import.meta.url), 'utf8');
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === '/') response.setHeader('content-type', 'text/html').end(html);
    else if (url === '/game') response.setHeader('content-type', 'application/json').end(JSON.stringify(game));
    else {
      const file = await readFile(join(PACKAGE, new URL(url, 'http://x').pathname)).catch(() => undefined);
      response.statusCode = file === undefined ? 404 : 200;
      response.setHeader('content-type', TYPES[extname(url)] ?? 'text/plain').end(file);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/`, stop: () => void server.close() };
}
