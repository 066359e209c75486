/** Runs the samples of docs/api.md and examples/bot.py against a server. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreatedToken, GameId, GameLog, GameNow } from '@terrace/protocol';
import { becomeMember, request } from '@terrace/testing/members';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const app = useTestApp();
const root = new URL('../../../../../', import.meta.url).pathname;

let folder: string;
let samples: ReadonlyMap<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-samples-'));
  const document = await readFile(join(root, 'docs/api.md'), 'utf8');
  samples = new Map([...document.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', code = '']) => [kind, code]));
  return () => rm(folder, { recursive: true });
});

async function environment() {
  const { cookie, player } = await becomeMember(app.url);
  const body = { name: 'A sample', scopes: ['read', 'play'] };
  const { text } = CreatedToken.parse((await request(app.url, '/api/account/tokens', { cookie, body })).body);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TERRACE_URL: app.url, TERRACE_TOKEN: text };
  return { player, env };
}

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(command, args, { env });

test.each([
  { kind: 'bash', command: 'bash', name: 'sample.sh' },
  { kind: 'python', command: 'python3', name: 'sample.py' },
  { kind: 'ts', command: process.execPath, name: 'sample.mts' },
])('the $kind sample of docs/api.md plays a move and prints the game', { timeout: 60_000 }, async (sample) => {
  const { player, env } = await environment();
  const file = join(folder, sample.name);
  await writeFile(file, samples.get(sample.kind) ?? '');
  const { stdout } = await run(sample.command, [file], env);
  const state = GameNow.parse(JSON.parse(stdout));
  expect(state.seats[0]?.player?.id).toBe(player.id);
  expect(state.ply).toBeGreaterThan(1);
});

test.each(['bash', 'python', 'ts'])('the %s sample of docs/api.md ends when a request fails', async (kind) => {
  const { env } = await environment();
  const [file, command] =
    { bash: ['s.sh', 'bash'], python: ['s.py', 'python3'], ts: ['s.mts', process.execPath] }[kind] ?? [];
  if (file === undefined || command === undefined) throw new Error(`no program runs ${kind}`);
  await writeFile(join(folder, file), samples.get(kind) ?? '');
  const failed = run(command, [join(folder, file)], { ...env, TERRACE_TOKEN: 'revoked' });
  await expect(failed).rejects.toMatchObject({ stdout: '', stderr: expect.stringMatching(/401|bad-token/) });
});

test('the Python bot marks itself and plays a complete game against the computer', { timeout: 60_000 }, async () => {
  const { player, env } = await environment();
  const { stdout } = await run('python3', [join(root, 'examples/bot.py')], env);
  const [, id] = /game\/(\w{12}): (?:a draw|\w+ wins)\n$/.exec(stdout) ?? [];
  const log = await request(app.url, `/api/games/${GameId.parse(id)}`);
  const { events } = GameLog.parse(log.body);
  expect(events.at(-1)?.event.type).toBe('ended');
  expect(events[0]?.event).toMatchObject({ type: 'created', host: { id: player.id, bot: true } });
});
