import { fold, type GameState, openFullTable } from '@terrace/game';
import { computerPlayer, DEFAULT_SETTINGS, GameId, MINUTE_MS, type Player, SECOND_MS } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { summarize, toGameRow } from '../game-service/summary.ts';
import { createCluster } from '../nodes/cluster.ts';
import { player, reportError } from '../testing/games.ts';
import { createVirtualTime } from '../testing/time.ts';
import { createAttendance } from './attendance.ts';
import { createFeatured, LOBBY_LIST } from './featured.ts';
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

/** The newer game is first; `attended` is whether its players are connected. Games are ranked once a second. */
async function createGames(newerPlayers: readonly [Player, Player] = [cid, dan]) {
  const time = createVirtualTime();
  const { scheduler } = time;
  const attended = new Map<GameId, boolean | undefined>([
    [older, true],
    [newer, true],
  ]);
  const states = new Map<GameId, GameState>();
  const cluster = createCluster({ carrier: undefined, scheduler, reportError });
  const featured = createFeatured(cluster.state);
  const attendance = createAttendance({
    bus: cluster.bus,
    connections: { isHere: () => true, spectatorsHere: () => 0 },
    presence: {
      awaySince(id) {
        const isThere = attended.get(id);
        return isThere === false ? time.now() : isThere && null;
      },
      onChange: () => undefined,
    },
    stateOf: (id) => states.get(id),
    scheduler,
    reportError,
  });
  const live = createLiveGames({
    cluster,
    isLeader: () => true,
    onLead: (lead) => lead(),
    recoverFromGaps: () => ({ start: () => undefined, close: () => undefined }),
    queries: { publicLiveGames: async () => [...states].map(([id, state]) => toGameRow(summarize(id, state))) },
    attendance,
    ratingsOf: async () => new Map(),
    featured,
    scheduler,
    reportError,
  });
  function update(gameId: GameId, state: GameState): void {
    states.set(gameId, state);
    const summary = summarize(gameId, state);
    attendance.update({ isLocal: false, gameId, before: null, events: [], summary, state });
    live.update(toGameRow(summary));
  }
  update(older, stateOf(time.now() - 1, ann, ben));
  update(newer, stateOf(time.now(), ...newerPlayers));
  const shown = () =>
    featured.list(LOBBY_LIST).order.map((id): [GameId, boolean] => [id, featured.game(id)?.idle ?? false]);
  const after = (ms: number) => {
    for (let passed = 0; passed < ms; passed += SECOND_MS) time.advance(SECOND_MS);
    return shown();
  };
  await new Promise(setImmediate); // until the leader has loaded the games
  expect(after(2 * SECOND_MS)).toEqual([
    [newer, false],
    [older, false],
  ]);
  return { update, attended, after, now: time.now };
}

test("a game ranks last after a player's long absence, and first again when they return", async () => {
  const { attended, after } = await createGames();
  attended.set(newer, false);
  expect(after(80 * SECOND_MS)[0]).toEqual([newer, false]); // a reload or a tunnel
  expect(after(20 * SECOND_MS)).toEqual([
    [older, false],
    [newer, true],
  ]);
  attended.set(newer, true);
  expect(after(3 * SECOND_MS)).toEqual([
    [newer, false],
    [older, false],
  ]);
});

test('a player who reconnects briefly and repeatedly does not change the order', async () => {
  const { attended, after } = await createGames();
  for (let n = 0; n < 10; n += 1) {
    attended.set(newer, false);
    expect(after(80 * SECOND_MS)[0]).toEqual([newer, false]);
    attended.set(newer, true);
    expect(after(2 * SECOND_MS)[0]).toEqual([newer, false]);
  }
});

test('games keep their rank while presence is unknown', async () => {
  const { attended, after } = await createGames();
  attended.set(newer, false);
  const before = after(LONG_MS);
  attended.set(newer, undefined);
  attended.set(older, undefined);
  expect(after(LONG_MS)).toEqual(before);
});

test('a game in which a computer has waited long ranks last until the person moves', async () => {
  const { update, after, now } = await createGames([cid, computerPlayer(3, 1)]);
  expect(after(LONG_MS)).toEqual([
    [older, false],
    [newer, true],
  ]);
  update(newer, stateOf(now(), cid, computerPlayer(3, 1)));
  expect(after(3 * SECOND_MS)[0]).toEqual([newer, false]);
});

test('a game between computers comes first only if all other games are idle', async () => {
  const { update, attended, after, now } = await createGames();
  const shown = GameId.parse('computers000');
  update(shown, stateOf(now(), computerPlayer(3, 1), computerPlayer(4, 2)));
  expect(after(3 * SECOND_MS).map(([id]) => id)).toEqual([newer, older]);
  for (const id of [newer, older]) attended.set(id, false);
  expect(after(LONG_MS).map(([id]) => id)).toEqual([shown, newer, older]);
  attended.set(older, true);
  expect(after(3 * SECOND_MS).map(([id]) => id)).toEqual([older, newer]);
});
