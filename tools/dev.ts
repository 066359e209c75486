/** `pnpm dev`: the server on 3000, restarted on every change, and vite on 5173 in front of it for the pages. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { generate } from './gen.ts';
import { printHelpIfAsked } from './help.ts';
import { root } from './run.ts';

printHelpIfAsked('pnpm dev: the server on 3000, restarted on every change, and the pages with hot reload on 5173.');

await generate(console.log);

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: root,
  env: { ...process.env, PARTS: 'play,jobs' },
  stdio: 'inherit',
});
const vite = spawn(join(root, 'apps/web/node_modules/.bin/vite'), ['dev'], {
  cwd: join(root, 'apps/web'),
  stdio: 'inherit',
});

// If one ends, the other is stopped. Ctrl-C in a terminal reaches both directly.
const both = [server, vite];
const end = (): void => {
  for (const child of both) child.kill('SIGTERM');
};
for (const child of both) child.once('exit', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
