import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { CreatedToken, GameNow } from '@terrace/protocol';
import { becomeMember, request } from '@terrace/testing/members';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { startTestApp } from '../testing/app.ts';

const Description = z.record(z.string(), z.unknown());
const run = promisify(execFile);
const root = new URL('../../../../', import.meta.url).pathname;

/** A program as a developer would write it with the generated functions. It has no types of its own. */
const PROGRAM = `
import { client } from './client.gen.ts';
import { getGameState, listLegalMoves, openTable, runGameCommand } from './sdk.gen.ts';

const { TERRACE_URL = '', TERRACE_TOKEN = '' } = process.env;
client.setConfig({ baseUrl: TERRACE_URL, auth: TERRACE_TOKEN, throwOnError: true });

const opened = await openTable<true>({
  body: {
    settings: { setup: 'short', time: null },
    side: 'south',
    computers: [{ side: 'north', strength: 1 }],
  },
});
const path = { id: opened.data.gameId };
for (let played = 0; played < 3; ) {
  const { data } = await listLegalMoves<true>({ path });
  const [move] = data.moves;
  if (data.status === 'over') break;
  if (move === undefined || data.turn !== 'south') {
    await new Promise((resolve) => setTimeout(resolve, 100)); // until the computer has moved
    continue;
  }
  const command = { type: 'move' as const, ply: data.ply, from: move.from, to: move.to };
  await runGameCommand<true>({ path, body: { commandId: \`move-\${data.ply}-\${path.id}\`, command } });
  played++;
}
const state = await getGameState<true>({ path });
console.log(JSON.stringify(state.data));
`;

const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  },
  files: ['play.ts'],
};

let folder: string;
let app: Awaited<ReturnType<typeof startTestApp>>;
beforeAll(async () => {
  const database = await freshDatabase();
  const described = await startTestApp(database.url);
  const input = Description.parse(await (await fetch(`${described.url}/api/openapi.json`)).json());
  await described.close(); // the generator blocks the event loop for longer than Postgres connections survive
  folder = await mkdtemp(join(tmpdir(), 'terrace-client-'));
  await createClient({
    input,
    output: { path: folder, module: { extension: '.ts' } },
    logs: { level: 'silent' },
  });
  await writeFile(join(folder, 'play.ts'), PROGRAM);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
  app = await startTestApp(database.url);
  return async () => {
    await app.close();
    await database.drop();
    await rm(folder, { recursive: true });
  };
}, 120_000);

test('a client that is generated from the API description has the right types', { timeout: 120_000 }, async () => {
  const compiler = join(root, 'node_modules/.bin/tsc');
  const checked = run(compiler, ['-p', folder]);
  await expect(checked).resolves.toMatchObject({ stdout: '' });
});

test('a client that is generated from the API description plays a game', { timeout: 120_000 }, async () => {
  const { cookie, player } = await becomeMember(app.url);
  const body = { name: 'A generated client', scopes: ['read', 'play'] };
  const { text } = CreatedToken.parse((await request(app.url, '/api/account/tokens', { cookie, body })).body);
  const env = { ...process.env, TERRACE_URL: app.url, TERRACE_TOKEN: text };
  const { stdout } = await run(process.execPath, [join(folder, 'play.ts')], { env });
  const state = GameNow.parse(JSON.parse(stdout));
  expect(state.seats[0]?.player?.id).toBe(player.id);
  expect(state.ply).toBeGreaterThan(3);
});
