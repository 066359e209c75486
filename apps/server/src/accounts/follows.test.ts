import { type Me, PlayerProfile, type Reply } from '@terrace/protocol';
import { type Client, guestAt } from '@terrace/testing/client';
import { becomeMember, memberAt, PASSWORD, request } from '@terrace/testing/members';
import { afterAll, expect, test } from 'vitest';
import { useSharedNodes } from '../testing/shared-app.ts';

const nodes = useSharedNodes();
const clients: Client[] = [];
afterAll(() => {
  for (const client of clients) client.close();
});

type Someone = { readonly cookie: string };

async function member(url = nodes.here) {
  const someone = await memberAt(url);
  clients.push(someone);
  return someone;
}

const ask = (method: 'PUT' | 'DELETE', { cookie }: Someone, name: string) =>
  request(nodes.here, `/api/following/${name}`, { method, cookie });
const follow = (by: Someone, name: string) => ask('PUT', by, name);

async function onlineEntry(by: Client, name: string): Promise<Reply<'online:list'>['players'][number] | undefined> {
  const answer = await by.request('online:list', { search: name });
  return answer.ok ? answer.value.players.find(({ player }) => player.name === name) : undefined;
}

const profile = async ({ cookie }: Someone, { name }: Me['player']) =>
  PlayerProfile.parse((await request(nodes.here, `/api/players/${name}`, { cookie })).body);

test('followed players are listed first, on any node, with the game they are playing', async () => {
  const fan = await member();
  const others = [await member(), await member()];
  const star = await member(nodes.there);
  expect((await follow(fan, star.player.name)).status).toBe(200);
  expect((await follow(fan, star.player.name)).status).toBe(200); // idempotent
  await expect
    .poll(() => onlineEntry(fan, star.player.name))
    .toMatchObject({ followed: true, guest: false, playing: false });
  const all = await fan.request('online:list', { search: '' });
  expect(all.ok && all.value.players[0]?.player.id).toBe(star.player.id);
  expect(await onlineEntry(others[0] ?? fan, star.player.name)).toMatchObject({ followed: false });

  const gameId = await star.create({}, 'south');
  const guest = await guestAt(nodes.there);
  clients.push(guest);
  await guest.command(gameId, { type: 'sit', side: null });
  await expect.poll(() => onlineEntry(fan, star.player.name)).toMatchObject({ playing: true, gameId });
  await expect.poll(() => onlineEntry(fan, guest.player.name)).toMatchObject({ guest: true, followed: false });

  expect(await profile(fan, star.player)).toMatchObject({ followers: 1, followed: true });
  expect(await profile(others[1] ?? fan, star.player)).toMatchObject({ followers: 1, followed: false });
  expect((await ask('DELETE', fan, star.player.name)).status).toBe(200);
  expect(await profile(fan, star.player)).toMatchObject({ followers: 0, followed: false });
  expect(await onlineEntry(fan, star.player.name)).toMatchObject({ followed: false });
});

test('a block ends follows in both directions, and the blocked player’s new follow has no effect', async () => {
  const [one, other] = [await member(), await member()];
  await follow(one, other.player.name);
  await follow(other, one.player.name);
  await one.request('chat:block', { playerId: other.player.id, on: true });
  expect(await profile(one, other.player)).toMatchObject({ followers: 0 });
  expect(await profile(other, one.player)).toMatchObject({ followers: 0 });
  expect((await follow(other, one.player.name)).status).toBe(200); // the block is not revealed
  await expect.poll(() => onlineEntry(other, one.player.name)).toMatchObject({ followed: false });
});

test('a player can follow other players with accounts, and at most five hundred', async () => {
  const fan = await becomeMember(nodes.here);
  const guest = await guestAt(nodes.here);
  clients.push(guest);
  const refused = async (by: Someone, name: string) => (await follow(by, name)).body;
  expect(await refused(fan, fan.player.name)).toMatchObject({ refusal: { code: 'about-oneself' } });
  expect(await refused(fan, guest.player.name)).toMatchObject({ refusal: { code: 'follows-need-account' } });
  expect(await refused(fan, 'Computer-3')).toMatchObject({ refusal: { code: 'follows-need-account' } });
  expect(await refused(guest, fan.player.name)).toMatchObject({ refusal: { code: 'needs-account' } });

  const rows = Array.from({ length: 499 }, (_, n) => ({ by: fan.player.id, other: `somebody-${n}` }));
  await nodes.database.prisma.follow.createMany({ data: rows });
  const [last, more] = [await becomeMember(nodes.here), await becomeMember(nodes.here)];
  expect((await follow(fan, last.player.name)).status).toBe(200);
  expect(await refused(fan, more.player.name)).toMatchObject({ refusal: { code: 'too-many-follows', most: 500 } });
});

test('follows are part of the export and are deleted with the account', async () => {
  const [fan, star] = [await becomeMember(nodes.here), await becomeMember(nodes.here)];
  await follow(fan, star.player.name);
  const exported = await request(nodes.here, '/api/account/export', { cookie: fan.cookie });
  expect(exported.body).toMatchObject({ following: [{ by: fan.player.id, other: star.player.id }] });
  await request(nodes.here, '/api/account/deleted', { body: { password: PASSWORD }, cookie: fan.cookie });
  expect(await profile(star, star.player)).toMatchObject({ followers: 0 });
});
