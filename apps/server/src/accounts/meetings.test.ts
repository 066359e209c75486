/** Every door through which a player meets another, after a block in either direction. */
import { GameId, type Presence, Refused } from '@terrace/protocol';
import { guestAt, tableOptions } from '@terrace/testing/client';
import { aGame, type Person } from '@terrace/testing/games';
import { request } from '@terrace/testing/members';
import { readGame } from '@terrace/testing/play';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();

type Code = string | undefined;
type Answered = { readonly ok: true } | { readonly ok: false; readonly refusal: { readonly code: string } };

const codeOf = (answer: Answered): Code => (answer.ok ? undefined : answer.refusal.code);

async function codeByHttp(path: string, { cookie }: Person, body: unknown, type?: string): Promise<Code> {
  const reply = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': type ?? 'application/json', accept: 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await reply.text();
  if (reply.status === 200) return undefined;
  return Refused.safeParse(JSON.parse(text.startsWith('{') ? text : '{}')).data?.refusal.code ?? text.trim();
}

const block = (by: Person, other: Person) => by.request('chat:block', { playerId: other.player.id, on: true });

type Scene = { readonly host: Person; readonly guest: Person; readonly separate: () => Promise<unknown> };

/** `guest` arrives after the block, which `separate` makes. Each resolves to the code of the refusal. */
const DOORS: Readonly<Record<string, (scene: Scene) => Promise<Code>>> = {
  'a seat at an open table': async ({ host, guest, separate }) => {
    const id = await host.create({}, 'south');
    await separate();
    return codeOf(await guest.command(id, { type: 'sit', side: 'north' }));
  },
  'a seat at a table by link': async ({ host, guest, separate }) => {
    const id = await host.create({ seen: 'link' }, 'south');
    await separate();
    return codeOf(await guest.command(id, { type: 'sit', side: null }));
  },
  'a seat by the HTTP API': async ({ host, guest, separate }) => {
    const id = await host.create({}, 'south');
    await separate();
    const command = { commandId: crypto.randomUUID(), command: { type: 'sit', side: null } };
    return codeByHttp(`/api/games/${id}/commands`, guest, command);
  },
  'a seat by text': async ({ host, guest, separate }) => {
    const id = await host.create({}, 'south');
    await separate();
    return codeByHttp('/api/command', guest, `accept ${id}`, 'text/plain');
  },
  "a seat at another player's table, where one of the two sits": async ({ host, guest, separate }) => {
    const { gameId } = await aGame(app.url).of(3).open();
    await host.command(gameId, { type: 'sit', side: null });
    await separate();
    return codeOf(await guest.command(gameId, { type: 'sit', side: null }));
  },
  'an invitation': async ({ host, guest, separate }) => {
    await separate();
    const reserved = [{ side: 'north' as const, name: guest.player.name }];
    return codeOf(await host.request('game:create', tableOptions({}, 'south', { reserved })));
  },
  'a challenge by text': async ({ host, guest, separate }) => {
    await separate();
    return codeByHttp('/api/command', host, `challenge -short ${host.player.name} ${guest.player.name}`, 'text/plain');
  },
  'a table organised for others': async ({ host, guest, separate }) => {
    await separate();
    const third = await guestAt(app.url);
    return codeByHttp('/api/command', host, `challenge -short ${third.player.name} ${guest.player.name}`, 'text/plain');
  },
  'a rematch': async ({ host, guest, separate }) => {
    const { gameId } = await aGame(app.url).among(host, guest).started();
    await host.command(gameId, { type: 'resign' });
    await separate();
    return codeOf(await guest.command(gameId, { type: 'offer', offer: 'rematch' }));
  },
  'a rematch offered before the block': async ({ host, guest, separate }) => {
    const { gameId } = await aGame(app.url).among(host, guest).started();
    await host.command(gameId, { type: 'resign' });
    await host.command(gameId, { type: 'offer', offer: 'rematch' });
    await separate();
    return codeOf(await guest.command(gameId, { type: 'offer', offer: 'rematch' }));
  },
};

const DIRECTIONS = {
  'the host has blocked the other': ({ host, guest }: Omit<Scene, 'separate'>) => block(host, guest),
  'the other has blocked the host': ({ host, guest }: Omit<Scene, 'separate'>) => block(guest, host),
};

const REFUSED =
  /^(not-welcome|blocked-by-you|takes-no-invitations)$|can't play with these|have blocked|accepting invitations/;

for (const [door, enter] of Object.entries(DOORS)) {
  for (const [direction, separate] of Object.entries(DIRECTIONS)) {
    test(`${door} is refused if ${direction}`, async () => {
      const [host, guest] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
      expect(await enter({ host, guest, separate: () => separate({ host, guest }) })).toMatch(REFUSED);
    });
  }

  test(`${door} is open without a block`, async () => {
    const [host, guest] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
    expect(await enter({ host, guest, separate: async () => undefined })).toBeUndefined();
  });
}

const seatedAt = async (id: GameId) => (await readGame(app.url, id)).seats.flatMap(({ player }) => player?.id ?? []);
const reservedAt = async (id: GameId) =>
  (await readGame(app.url, id)).seats.flatMap(({ reserved }) => reserved?.id ?? []);

test('a block separates the two at the open tables of either', async () => {
  const [host, guest] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const { gameId: joined } = await aGame(app.url).of(3).among(host).open();
  await guest.command(joined, { type: 'sit', side: null });
  const { gameId: own } = await aGame(app.url).of(3).among(guest).open();
  await host.command(own, { type: 'sit', side: null });
  const invited = await host.create({}, 'south', { reserved: [{ side: 'north', name: guest.player.name }] });
  await block(host, guest);
  expect(await seatedAt(joined)).toEqual([host.player.id]);
  expect(await seatedAt(own)).toEqual([guest.player.id]);
  expect(await reservedAt(invited)).toEqual([]);
});

test('an organiser who has blocked a player does not keep the others from a rematch', async () => {
  const [organiser, one, two] = await Promise.all([guestAt(app.url), guestAt(app.url), guestAt(app.url)]);
  const line = `challenge -short ${one.player.name} ${two.player.name}`;
  const reply = await fetch(`${app.url}/api/command`, {
    method: 'POST',
    headers: { cookie: organiser.cookie, 'content-type': 'text/plain' },
    body: line,
  });
  const gameId = GameId.parse(/[A-Za-z0-9_-]{12}/.exec(await reply.text())?.[0]);
  for (const each of [one, two]) await each.commandOrThrow(gameId, { type: 'sit', side: null });
  await one.commandOrThrow(gameId, { type: 'resign' });
  await block(organiser, two);
  const seq = await one.commandOrThrow(gameId, { type: 'offer', offer: 'rematch' });
  expect(await two.command(gameId, { type: 'accept', offer: 'rematch', seq })).toMatchObject({ ok: true });
});

test('a game that has begun continues after a block', async () => {
  const { gameId, south, north } = await aGame(app.url).started();
  await block(north, south);
  expect(await south.command(gameId, { type: 'move', ply: 1, from: 'd3', to: 'd4' })).not.toMatchObject({
    refusal: { code: expect.stringMatching(REFUSED) },
  });
});

test('spectators who may not meet a player are counted and not named, before and after the block', async () => {
  const { gameId, south, north } = await aGame(app.url).started();
  const [friend, blocked, blocker] = await Promise.all([guestAt(app.url), guestAt(app.url), guestAt(app.url)]);
  await block(south, blocked);
  const received: Presence[] = [];
  north.socket.on('game:presence', ({ presence }) => received.push(presence));
  for (const one of [north, friend, blocked, blocker]) await one.request('game:watch', { gameId, after: 0 });
  const names = () => received.at(-1)?.names.toSorted();
  await expect.poll(() => received.at(-1)?.watching).toBe(3);
  expect(names()).toEqual([friend.player.name, blocker.player.name].toSorted());
  await block(blocker, south);
  await expect.poll(names).toEqual([friend.player.name]);
  expect(received.at(-1)?.watching).toBe(3);
  const state = await request(app.url, `/api/games/${gameId}/state`, { cookie: north.cookie });
  expect(JSON.stringify(state.body)).not.toContain(blocked.player.name);
});
