import { fold, openFullTable } from '@terrace/game';
import { computerPlayer, DEFAULT_SETTINGS, GameId, MINUTE_MS, type Player, SECOND_MS } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { player } from '../testing/games.ts';
import { createVirtualTime } from '../testing/time.ts';
import { ANY_GAME, createFeatured, MAX_FEATURED } from './featured.ts';
import { createLiveGames } from './live-games.ts';

/** Longer than the absence after which a game becomes idle. */
const LONG_MS = 2 * MINUTE_MS;

const [ann, ben, cid, dan] = ['ann', 'ben', 'cid', 'dan'].map(player) as [Player, Player, Player, Player];
const [older, newer] = [GameId.parse('older0000000'), GameId.parse('newer0000000')];

function stateOf(at: number, ...players: readonly [Player, Player]) {
  const seated = openFullTable(DEFAULT_SETTINGS, [
    { side: 'south', player: players[0] },
    { side: 'north', player: players[1] },
  ]);
  const state = fold(null, seated.ok ? seated.value.map((event, i) => ({ seq: i + 1, at, event })) : []);
  if (state === null) throw new Error('a game begins with events');
  return state;
}

/** The newer game is first; `attended` is whether its players are connected. */
function createGames(newerPlayers: readonly [Player, Player] = [cid, dan]) {
  const time = createVirtualTime();
  const attended = new Map<GameId, boolean | undefined>([
    [older, true],
    [newer, true],
  ]);
  const games = createLiveGames({
    ratingsOf: async () => new Map(),
    watching: () => 0,
    awaySince: (id) => {
      const isThere = attended.get(id);
      return isThere === false ? time.now() : isThere && null;
    },
    scheduler: time.scheduler,
    onChange: () => undefined,
    reportError: (error) => expect.unreachable(String(error)),
  });
  games.update(older, stateOf(time.now() - 1, ann, ben));
  games.update(newer, stateOf(time.now(), ...newerPlayers));
  games.takeChanges();
  const featured = createFeatured({ ranking: games.ranking, filter: ANY_GAME, limit: MAX_FEATURED.lobby });
  const after = (ms: number) => {
    time.advance(ms);
    const change = featured.change(games.takeChanges());
    return change && { order: change.order, idle: change.games.map(({ id, idle }) => [id, idle ?? false]) };
  };
  return { games, attended, after, now: time.now };
}

test("a game ranks last after a player's long absence, and first again when they return", () => {
  const { attended, after } = createGames();
  attended.set(newer, false);
  expect(after(80 * SECOND_MS)).toBeUndefined(); // a reload or a tunnel
  expect(after(20 * SECOND_MS)).toEqual({ order: [older, newer], idle: [[newer, true]] });
  expect(after(LONG_MS)).toBeUndefined();
  attended.set(newer, true);
  expect(after(SECOND_MS)).toEqual({ order: [newer, older], idle: [[newer, false]] });
});

test('a player who reconnects briefly and repeatedly does not change the order', () => {
  const { attended, after } = createGames();
  for (let n = 0; n < 10; n += 1) {
    attended.set(newer, false);
    expect(after(80 * SECOND_MS)).toBeUndefined();
    attended.set(newer, true);
    expect(after(SECOND_MS)).toBeUndefined();
  }
});

test('games keep their rank while presence is unknown', () => {
  const { attended, after } = createGames();
  attended.set(newer, false);
  after(LONG_MS);
  attended.set(newer, undefined);
  attended.set(older, undefined);
  expect(after(LONG_MS)).toBeUndefined();
});

test('a game in which a computer has waited long ranks last until the person moves', () => {
  const { games, after, now } = createGames([cid, computerPlayer(3, 1)]);
  expect(after(LONG_MS)).toEqual({ order: [older, newer], idle: [[newer, true]] });
  games.update(newer, stateOf(now(), cid, computerPlayer(3, 1)));
  expect(after(0)).toEqual({ order: [newer, older], idle: [[newer, false]] });
});

test('a game between computers comes first only if all other games are idle', () => {
  const { games, attended, after, now } = createGames();
  const shown = GameId.parse('computers000');
  games.update(shown, stateOf(now(), computerPlayer(3, 1), computerPlayer(4, 2)));
  expect(after(0)).toBeUndefined();
  for (const id of [newer, older]) attended.set(id, false);
  expect(after(LONG_MS)?.order).toEqual([shown, newer, older]);
  attended.set(older, true);
  expect(after(SECOND_MS)?.order).toEqual([older, newer]);
});
