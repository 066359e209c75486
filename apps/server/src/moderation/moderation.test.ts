import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { explain } from '@terrace/messages';
import { type ChatMessage, ModerationView, NoteText, type Player, Refusal } from '@terrace/protocol';
import { guestAt, tableOptions } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { memberAt } from '@terrace/testing/members';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createChatStore } from '../store/chat.ts';
import { createModerationStore } from '../store/moderation.ts';
import { useTestApp } from '../testing/app.ts';

const ADMIN = new URL('../programs/admin.ts', import.meta.url).pathname;
const Refused = z.object({ refusal: Refusal });
const DAY = 24 * 3600 * 1000;

const app = useTestApp();
const { time, database } = app;

type Guest = Awaited<ReturnType<typeof guestAt>>;

async function newGuest(): Promise<Guest> {
  const guest = await guestAt(app.url);
  await fetch(`${app.url}/api/command`, { method: 'POST', body: 'help', headers: plain(guest) });
  return guest;
}

const member = (): Promise<Guest> => memberAt(app.url);

async function moderator(): Promise<Guest> {
  const guest = await member();
  const store = createModerationStore(database.connection);
  expect(await store.setAdmin(guest.player.name, true, Date.now())).toBe(true);
  return guest;
}

async function admin(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.url };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [ADMIN, ...args], { env }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  );
  return `${stdout}${stderr}`;
}

const plain = ({ cookie }: Guest) => ({ cookie, 'content-type': 'text/plain' });
const named = ({ player: { name } }: { player: Player }) => name;

async function post({ cookie }: Guest, path: string, body: unknown = {}): Promise<{ status: number; code: string }> {
  const response = await fetch(`${app.url}/api/${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) return { status: response.status, code: '' };
  const refusal = Refused.parse(await response.json()).refusal;
  expect(explain(refusal)).toMatch(/^[A-Z].*\.$/);
  return { status: response.status, code: refusal.code };
}

async function view({ cookie }: Guest): Promise<ModerationView> {
  return ModerationView.parse(await (await fetch(`${app.url}/api/moderation`, { headers: { cookie } })).json());
}

test('players without the moderator role can only report', async () => {
  const [ann, ben] = [await newGuest(), await newGuest()];
  const sanction = { about: named(ben), kind: 'mute', reason: 'Rude.', days: 1 };
  expect(await post(ann, 'moderation/sanctions', sanction)).toEqual({ status: 403, code: 'not-admin' });
  expect(await post(ann, 'moderation/sanctions/1/lifted')).toEqual({ status: 403, code: 'not-admin' });
  expect(await post(ann, 'moderation/reports/1/handled')).toEqual({ status: 403, code: 'not-admin' });
  expect((await fetch(`${app.url}/api/moderation`, { headers: { cookie: ann.cookie } })).status).toBe(403);
  expect((await fetch(`${app.url}/api/moderation`)).status).toBe(401);
  const report = { about: named(ben), reason: 'cheating', text: 'Never loses.', gameId: null };
  expect(await post(ann, 'reports', report)).toEqual({ status: 200, code: '' });
});

test('moderators are notified of reports, once an hour, and other players are not', async () => {
  const [admin, ann, ben] = [await moderator(), await member(), await member()];
  const report = { about: named(ben), reason: 'cheating', text: 'Never loses.', gameId: null };
  for (let n = 0; n < 2; n += 1) expect((await post(ann, 'reports', report)).status).toBe(200);
  const changes = async () => {
    const playerId = { in: [admin, ann, ben].map(({ player }) => player.id) };
    const rows = await database.prisma.notification.findMany({ where: { playerId, kind: 'security' } });
    return rows.map((row) => [row.playerId, row.details]);
  };
  await expect.poll(changes).toEqual([[admin.player.id, { kind: 'security', change: 'report' }]]);
});

test('a message report includes the surrounding messages and stays pending until it is handled', async () => {
  const [admin, south, north] = [await moderator(), await newGuest(), await newGuest()];
  const { gameId } = await aGame(app.url).among(south, north).started();
  const said: number[] = [];
  for (const text of ['Hello.', 'Something rude.', 'Sorry.']) {
    const answer = await north.request('chat:say', { gameId, text });
    if (answer.ok) said.push(answer.value.id);
  }
  await south.request('chat:report', { messageId: said[1] ?? 0, reason: 'Rude.' });
  await south.request('chat:report', { messageId: said[1] ?? 0, reason: 'Rude indeed.' });

  const mine = async () => (await view(admin)).reports.filter((report) => report.gameId === gameId);
  const [report, ...more] = await mine();
  expect(more).toEqual([]);
  expect(report).toMatchObject({ about: north.player, by: south.player, reason: 'talk', text: 'Rude.' });
  expect(report?.talk.map(({ text }: ChatMessage) => text)).toEqual(['Hello.', 'Something rude.', 'Sorry.']);

  const path = `moderation/reports/${report?.id}/handled`;
  expect(await post(admin, path)).toEqual({ status: 200, code: '' });
  expect(await mine()).toEqual([]);
  expect(await post(admin, path)).toEqual({ status: 404, code: 'no-such-report' });
  expect((await view(admin)).audit[0]).toMatchObject({ by: named(admin), action: 'handle', about: named(north) });
});

test('reading many reports with their messages takes as many queries as reading one', async () => {
  const store = createModerationStore(database.connection);
  const chat = createChatStore(database.prisma);
  const [by, about] = [await member(), await member()];
  const gameId = await by.create({}, 'south');
  const ids: number[] = [];
  for (let n = 0; n < 40; n += 1)
    ids.push((await chat.add(gameId, 'players', about.player, NoteText.parse(`${n}`), n, false)).id);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const queriesOf = async (limit: number): Promise<number> => {
    query.mockClear();
    expect(await store.reports(limit)).toHaveLength(limit);
    // The server's own connections are in the same process.
    return query.mock.calls.filter(([statement]) => /report|chat_message/.test(JSON.stringify(statement))).length;
  };
  try {
    for (const id of ids)
      await chat.report({ gameId, message: await found(chat, id) }, by.player.id, NoteText.parse('Rude.'), 0);
    const [one, all] = [await queriesOf(1), await queriesOf(ids.length)];
    expect(all).toBe(one);
    expect(all).toBeLessThanOrEqual(4);
  } finally {
    query.mockRestore();
  }
  const [latest, , , , middle] = await store.reports(5);
  expect(latest?.talk.map(({ text }) => text)).toEqual(['35', '36', '37', '38', '39']);
  expect(middle?.talk.map(({ text }) => text)).toEqual(['31', '32', '33', '34', '35', '36', '37', '38', '39']);
});

async function found(chat: ReturnType<typeof createChatStore>, id: number): Promise<ChatMessage> {
  const row = await chat.find(id);
  if (row === undefined) throw new Error(`no message ${id}`);
  return row.message;
}

test('a computer can be neither reported nor muted', async () => {
  const admin = await moderator();
  const about = 'Computer 3';
  const unknown = { status: 404, code: 'no-such-player' };
  const report = { about, reason: 'cheating', text: 'Never loses.', gameId: null };
  expect(await post(admin, 'reports', report)).toEqual(unknown);
  expect(await post(admin, 'moderation/sanctions', { about, kind: 'mute', reason: 'Rude.', days: 2 })).toEqual(unknown);
});

test('a mute blocks chat until it ends, and blocks nothing else', async () => {
  const [admin, ann] = [await moderator(), await newGuest()];
  const gameId = await ann.create({}, 'south');
  const say = () => ann.request('chat:say', { gameId, text: 'Hello.' });
  await post(admin, 'moderation/sanctions', { about: named(ann), kind: 'mute', reason: 'Rude.', days: 2 });
  expect(await say()).toMatchObject({ ok: false, refusal: { code: 'muted', reason: 'Rude.' } });
  expect(await ann.request('game:create', tableOptions({}, null))).toMatchObject({ ok: true });
  time.jump(2 * DAY);
  expect(await say()).toMatchObject({ ok: true });
});

test('a suspended player can only finish games in progress, until the suspension is lifted', async () => {
  const [admin, south, north] = [await moderator(), await newGuest(), await newGuest()];
  const { gameId } = await aGame(app.url).among(south, north).untimed().started();
  const another = await north.create({}, 'south');
  const sanction = { about: named(south), kind: 'suspend', reason: 'Plays by a machine.', days: null };
  expect(await post(admin, 'moderation/sanctions', sanction)).toEqual({ status: 200, code: '' });

  const suspended = { ok: false, refusal: { code: 'suspended', until: null } };
  expect(await south.request('game:create', tableOptions({}, null))).toMatchObject(suspended);
  expect(await south.command(another, { type: 'sit', side: null })).toMatchObject(suspended);
  expect(await south.request('chat:say', { gameId, text: 'Why?' })).toMatchObject(suspended);
  expect(await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' })).toMatchObject({ ok: true });
  await north.command(gameId, { type: 'resign' });
  expect(await south.command(gameId, { type: 'offer', offer: 'rematch' })).toMatchObject(suspended);

  const inForce = (await view(admin)).sanctions.find(({ about }) => about.id === south.player.id);
  expect(await post(admin, `moderation/sanctions/${inForce?.id}/lifted`)).toEqual({ status: 200, code: '' });
  expect(await south.command(another, { type: 'sit', side: null })).toMatchObject({ ok: true });
  const done = (await view(admin)).audit.filter(({ about }) => about === named(south)).map(({ action }) => action);
  expect(done).toEqual(['lift', 'sanction']);
});

test('invalid, unknown and too frequent reports are rejected', async () => {
  const [admin, ann] = [await moderator(), await newGuest()];
  const report = { about: named(ann), reason: 'talk', text: 'Rude.', gameId: null };
  expect(await post(ann, 'reports', report)).toEqual({ status: 400, code: 'about-oneself' });
  expect(await post(ann, 'reports', { ...report, reason: 'ugly' })).toEqual({ status: 400, code: 'malformed' });
  expect(await post(ann, 'reports', { ...report, about: 'Nobody-here' })).toEqual({
    status: 404,
    code: 'no-such-player',
  });
  expect(await post(admin, 'moderation/sanctions/soon/lifted')).toEqual({ status: 400, code: 'malformed' });
  expect(await post(admin, 'moderation/sanctions/999/lifted')).toEqual({ status: 404, code: 'no-such-sanction' });
  const other = { ...report, about: named(admin) };
  for (let n = 0; n < 10; n += 1) expect((await post(ann, 'reports', other)).status).toBe(200);
  expect(await post(ann, 'reports', other)).toEqual({ status: 429, code: 'too-many-requests' });
});

test('a page of another site cannot send requests as a moderator', async () => {
  const admin = await moderator();
  const response = await fetch(`${app.url}/api/moderation/sanctions/1/lifted`, {
    method: 'POST',
    headers: { cookie: admin.cookie, origin: 'https://elsewhere.example' },
  });
  expect(response.status).toBe(403);
});

test('the command grants the role to accounts only, and revokes it', { timeout: 60_000 }, async () => {
  const [one, ann] = [await member(), await newGuest()];
  expect(await admin('grant', named(one))).toBe(`${named(one)} is a moderator now.\n`);
  expect((await fetch(`${app.url}/api/moderation`, { headers: { cookie: one.cookie } })).status).toBe(200);
  expect(await admin('grant', named(ann))).toBe(`There is no account named ${named(ann)}.\n`);
  expect(await admin('grant')).toMatch(/^Name an account/);
  expect(await admin('revoke', named(one))).toBe(`${named(one)} is no longer a moderator.\n`);
  expect((await fetch(`${app.url}/api/moderation`, { headers: { cookie: one.cookie } })).status).toBe(403);
});
