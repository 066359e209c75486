import { guestAt } from '@terrace/testing/client';
import { becomeMember, PASSWORD, request } from '@terrace/testing/members';
import pg from 'pg';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { lockTables } from '../store/testing/lock-tables.ts';
import { useTestApp } from '../testing/app.ts';
import { createLog } from './log.ts';

const lines: string[] = [];
const app = useTestApp({ log: createLog('info', { write: (line) => void lines.push(line) }) });

test("the log has each request's route, and no link tokens, player names or cookie secrets", async () => {
  const { cookie, player } = await becomeMember(app.url);
  const secrets = ['a-token-from-a-mail', player.name, ...cookie.split('=').slice(1)];
  await request(app.url, '/login?reset=a-token-from-a-mail', { cookie });
  await request(app.url, '/login/a-token-from-a-mail', { cookie });
  await request(app.url, `/api/players/${player.name}`, { cookie });
  await request(app.url, `/players/${player.name}?cursor=x`, { cookie });
  await request(app.url, `/api/archive?player=${player.name}`, { cookie });
  const log = lines.join('');
  for (const secret of secrets) expect(log).not.toContain(secret);
  for (const route of ['/login', '/api/players/:name', '/players', '/api/archive', '/api/account/sign-up'])
    expect(log).toContain(`"route":"${route}"`);
});

const Entry = z.looseObject({ level: z.number(), msg: z.string(), reference: z.string() });

function linesAbout(answer: unknown) {
  const { reference } = z.object({ refusal: z.object({ reference: z.string().length(8) }) }).parse(answer).refusal;
  return lines.filter((line) => line.includes(reference)).map((line) => Entry.parse(JSON.parse(line)));
}

test('a server fault is logged with the reference that the player receives', async () => {
  const south = await guestAt(app.url);
  const gameId = await south.create({}, 'south');
  const postgres = new pg.Client({ connectionString: app.databaseUrl });
  await postgres.connect();
  await postgres.query(`update game_event set event = '{"type":"nonsense"}' where game_id = $1`, [gameId]);
  await postgres.end();

  const overHttp = await request(app.url, `/api/games/${gameId}`);
  expect(overHttp.status).toBe(500);
  await expect.poll(() => linesAbout(overHttp.body)).toHaveLength(3);
  expect(linesAbout(overHttp.body)).toMatchObject([
    { msg: 'incoming request' },
    { level: 50, msg: 'a request failed', err: { message: expect.any(String) } },
    { msg: 'request completed' },
  ]);

  const overSocket = await south.request('game:watch', { gameId, after: 0 });
  expect(linesAbout(overSocket)).toMatchObject([{ level: 50, msg: 'a request failed', event: 'game:watch' }]);
  south.close();
});

test('a slow request is logged with a reference', async () => {
  const south = await guestAt(app.url);
  const gameId = await south.create({}, 'south');
  const held = await lockTables(app.databaseUrl, 'chat_message');
  await south.request('chat:join', { gameId }); // answered as busy after a long wait
  await held.release();
  const entries = lines.map((line): unknown => JSON.parse(line));
  const reference = expect.stringMatching(/^.{8}$/);
  expect(entries).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'a request was slow', event: 'chat:join', answer: 'busy', reference }),
  );
  south.close();
});

const SecurityEntry = z.object({ msg: z.literal('security'), action: z.string().nullable(), outcome: z.string() });
const entriesOf = (player: string) =>
  lines
    .map((line): unknown => JSON.parse(line))
    .filter((entry) => SecurityEntry.safeParse(entry).success)
    .filter((entry) => JSON.stringify(entry).includes(player));

test('sign-ups, sign-ins, sign-outs, wrong passwords and denied requests are logged with their outcome', async () => {
  const { cookie, player } = await becomeMember(app.url);
  const body = { login: player.name, password: 'a wrong password 17' };
  await request(app.url, '/api/account/sign-in', { body, cookie });
  await request(app.url, '/api/account/sign-in', { body: { ...body, password: PASSWORD }, cookie });
  await request(app.url, '/api/moderation', { cookie });
  await request(app.url, '/api/account/sign-out', { method: 'POST', cookie });
  await expect.poll(() => entriesOf(player.id)).toHaveLength(5);
  const address = '127.0.0.1';
  expect(entriesOf(player.id)).toMatchObject([
    { action: 'signUp', outcome: 'done', player: player.id, credential: 'guest' },
    { action: 'signIn', outcome: 'wrong-login', player: player.id, address },
    { action: 'signIn', outcome: 'done', player: player.id, address },
    { action: expect.stringMatching(/oderat/), outcome: 'not-admin', credential: 'session', address },
    { action: 'signOut', outcome: 'done', player: player.id, address },
  ]);
  expect(lines.join('')).not.toContain('a wrong password 17');
});
