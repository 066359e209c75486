import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../tools/testing/database.ts';
import { createLog } from './log.ts';
import { startTestApp } from './testing/app.ts';
import { becomeMember, request } from './testing/members.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: Awaited<ReturnType<typeof startTestApp>>;
const lines: string[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp(database.url, Date.now, createLog('info', { write: (line) => void lines.push(line) }));
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

test("the log has each request's route, and no link's token, no player's name and no secret of a cookie", async () => {
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
