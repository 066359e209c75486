import { AccountPreferences, type PlayerId } from '@terrace/protocol';
import { guestAt, tableOptions } from '@terrace/testing/client';
import { memberAt, request } from '@terrace/testing/members';
import { readGame } from '@terrace/testing/play';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();

type Guest = Awaited<ReturnType<typeof guestAt>>;

const invite = (host: Guest, invited: Guest) => {
  const reserved = [{ side: 'north' as const, name: invited.player.name }];
  return host.request('game:create', tableOptions({}, 'south', { reserved }));
};
const block = (by: Guest, playerId: PlayerId, on = true) => by.request('chat:block', { playerId, on });
const REFUSED = { ok: false, refusal: { code: 'takes-no-invitations' } };

test('after a block neither player can invite the other, and only the blocker sees the reason', async () => {
  const [host, invited, other] = await Promise.all([guestAt(app.url), guestAt(app.url), guestAt(app.url)]);
  await block(invited, host.player.id);
  expect(await invite(host, invited)).toMatchObject(REFUSED);
  expect(await invite(other, invited)).toMatchObject({ ok: true });
  expect(await invite(invited, host)).toMatchObject({ refusal: { code: 'blocked-by-you', name: host.player.name } });
  await block(invited, host.player.id, false);
  expect(await invite(host, invited)).toMatchObject({ ok: true });
});

test('a block declines only the pending invitations of the blocked player', async () => {
  const [host, invited, other] = await Promise.all([guestAt(app.url), guestAt(app.url), guestAt(app.url)]);
  const [theirs, another] = [await invite(host, invited), await invite(other, invited)];
  if (!theirs.ok || !another.ok) throw new Error('the invitations failed');
  const withdrawn = new Promise((resolve) => invited.socket.once('invitation:changed', resolve));
  await block(invited, host.player.id);
  expect(await withdrawn).toMatchObject({ row: { id: theirs.value.gameId } });
  const reservedAt = async (id: typeof theirs.value.gameId) =>
    (await readGame(app.url, id)).seats.flatMap(({ reserved }) => reserved?.id ?? []);
  expect(await reservedAt(theirs.value.gameId)).toEqual([]);
  expect(await reservedAt(another.value.gameId)).toEqual([invited.player.id]);
});

test('inviting an account that accepts no invitations gets the same answer as after a block', async () => {
  const [host, invited] = [await guestAt(app.url), await memberAt(app.url)];
  const wishes = (invitations: boolean) =>
    request(app.url, '/api/me/preferences', {
      method: 'PUT',
      body: { ...AccountPreferences.parse({}), invitations },
      cookie: invited.cookie,
    });
  expect((await wishes(false)).status).toBe(200);
  expect(await invite(host, invited)).toEqual({
    ok: false,
    refusal: { code: 'takes-no-invitations', name: invited.player.name },
  });
  expect((await wishes(true)).status).toBe(200);
  expect(await invite(host, invited)).toMatchObject({ ok: true });
});
