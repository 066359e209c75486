/** `pnpm scenes`: serves every scene at /scenes, and rebuilds the pages after changes. */
import { parseArgs } from 'node:util';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { buildPages } from '../../../tools/pages.ts';
import { scenes } from './catalogue.ts';
import { startFixtureServer } from './server/fixture-server.ts';

printHelpIfAsked(
  'pnpm scenes [--port 3100] [--longest]: serves every state of every page with fixed data instead of a server. --longest: each text is the longest of all languages.',
);

const { values } = parseArgs({
  options: { port: { type: 'string', default: '3100' }, longest: { type: 'boolean', default: false } },
});
const texts = values.longest ? 'longest' : 'languages';
const print = (line: string) => void process.stdout.write(`${line}\n`);
await buildPages(print, texts);
const server = await startFixtureServer(scenes, texts, Number(values.port));
print(`${server.url}/scenes`);
setInterval(() => {
  for (const error of server.takeErrors()) print(error);
}, 500).unref();
