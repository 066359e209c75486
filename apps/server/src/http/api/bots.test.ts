import { AccountView, BotList, CreatedToken, GameNow, PlayerProfile, Refused } from '@terrace/protocol';
import { becomeGuest } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { becomeMember, memberAt, PASSWORD, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const app = useTestApp();

const mark = (cookie: string, bot: boolean) =>
  request(app.url, '/api/me/bot', { cookie, method: 'PUT', body: { bot } });
const botNames = async () =>
  BotList.parse((await request(app.url, '/api/bots')).body).bots.map(({ player }) => player.name);
const profileOf = async (name: string) =>
  PlayerProfile.parse((await request(app.url, `/api/players/${name}`)).body).player;

test('an account marked as a bot is listed, and its profile and games show the mark', async () => {
  const { cookie, player } = await becomeMember(app.url);
  expect((await mark(cookie, true)).status).toBe(200);
  expect(await botNames()).toContain(player.name);
  expect(await profileOf(player.name)).toEqual({ ...player, bot: true });
  const account = await request(app.url, '/api/account', { cookie });
  expect(AccountView.parse(account.body).bot).toBe(true);
  const opened = await request(app.url, '/api/games', {
    cookie,
    body: { settings: { setup: 'short', time: null }, side: 'south' },
  });
  const { gameId } = opened.body as { gameId: string };
  const state = GameNow.parse((await request(app.url, `/api/games/${gameId}/state`)).body);
  expect(state.seats[0]?.player).toEqual({ ...player, bot: true });
});

test('a program can mark its own account, and the mark can be removed', async () => {
  const { cookie, player } = await becomeMember(app.url);
  const body = { name: 'A bot', scopes: ['read', 'play'] };
  const { text } = CreatedToken.parse((await request(app.url, '/api/account/tokens', { cookie, body })).body);
  const headers = { authorization: `Bearer ${text}` };
  await request(app.url, '/api/me/bot', { headers, method: 'PUT', body: { bot: true } });
  expect(await botNames()).toContain(player.name);
  await mark(cookie, false);
  expect(await botNames()).not.toContain(player.name);
});

test('a bot can play no rated games, not even as the second player', async () => {
  const [bot, person] = [await memberAt(app.url), await memberAt(app.url)];
  await mark(bot.cookie, true);
  const { gameId } = await aGame(app.url).with({ rated: true }).among(person, bot).open();
  const sat = await bot.command(gameId, { type: 'sit', side: null });
  expect(sat).toMatchObject({ ok: false, refusal: { code: 'bots-are-casual', name: bot.player.name } });
});

test('guests cannot be bots, and a deleted account is listed no more', async () => {
  const guest = await becomeGuest(app.url);
  expect(Refused.parse((await mark(guest.cookie, true)).body).refusal.code).toBe('needs-account');
  const { cookie, player } = await becomeMember(app.url);
  await mark(cookie, true);
  await request(app.url, '/api/account/deleted', { cookie, body: { password: PASSWORD } });
  expect(await botNames()).not.toContain(player.name);
});
