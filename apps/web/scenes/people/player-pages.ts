import {
  AccountPreferences,
  BotList,
  computerPlayer,
  type FinishedGame,
  GamePage,
  Leaderboard,
  PlayerLobby,
  PlayerProfile,
  type RatingChange,
  RatingHistory,
  readPreferences,
  StoredPreferences,
} from '@terrace/protocol';
import { formatPosition } from '@terrace/rules';
import { everyPage } from '../fixtures/game-page.ts';
import { gameRow } from '../fixtures/game-row.ts';
import { asGuest, asMember, GUESTS, guestProfile, NOON, player, STRANGER } from '../fixtures/people.ts';
import { startedGame } from '../fixtures/played-game.ts';
import { rest } from '../fixtures/rest.ts';
import type { RestAnswer, Scene, Scenes, SocketAnswers } from '../scene.ts';

/** A member with one of the longest names. */
const ANN = player('Ann-of-the-many-steps');
const BEN = player('Ben');
const DAY = 86_400_000;
const LATER = NOON + 30 * DAY;
/** The default preferences. The device has the same ones, so the page saves none. */
const ACCOUNT_PREFERENCES = AccountPreferences.parse(readPreferences({}));
const noGames = { games: [], count: 0 };
const featured: SocketAnswers = { 'featured:watch': () => ({ version: 1, featured: noGames }) };
const SCORE = { games: 10, won: 7, drawn: 0, lost: 3 };

/** A page without a game, as one of its visitors sees it. */
export function page(path: string, me: Scene['me'], answers: readonly RestAnswer[], more: Partial<Scene> = {}): Scene {
  const { rest: common, socket } = everyPage(me, LATER);
  const own = me.guest ? [] : [rest('/api/me/preferences', StoredPreferences, ACCOUNT_PREFERENCES)];
  return {
    path,
    me,
    now: LATER,
    rest: [...common, ...own, ...answers],
    socket: { ...socket, ...featured },
    whole: true,
    ...more,
  };
}

/** Games that Ann and Ben finished, with their rating changes. */
function finishedGames(count: number): readonly FinishedGame[] {
  const players = { ...GUESTS, south: ANN, north: BEN };
  return Array.from({ length: count }, (_, n) => {
    const game = startedGame('long', { rated: true }, { seed: n + 1, players })
      .playRandomMoves(6 + n)
      .send(n % 3 === 2 ? 'south' : 'north', { type: 'resign' });
    const { result } = game.state;
    if (result === null) throw new Error('the game has no result');
    const changes: RatingChange[] = [
      { side: 'south', before: 1500 + 9 * n, after: 1509 + 9 * n, provisional: n > 5 },
      { side: 'north', before: 1500 - 9 * n, after: 1491 - 9 * n, provisional: false },
    ];
    const position = formatPosition(game.state.history.position);
    return { ...gameRow(game), status: 'over', kind: 'blitz', endedAt: game.now, result, changes, position };
  });
}

/** By days: Ben called it off before his first move. */
function calledOffGame(): FinishedGame {
  const time = { kind: 'days', perMoveMs: DAY } as const;
  const game = startedGame('short', { time }, { seed: 40, players: { ...GUESTS, south: ANN, north: BEN } })
    .playRandomMoves(1)
    .send('north', { type: 'abort' });
  const position = formatPosition(game.state.history.position);
  const calledOff = { by: 'abort', side: 'north' } as const;
  const row = { ...gameRow(game), status: 'closed', kind: 'days', endedAt: game.now } as const;
  return { ...row, result: null, calledOff, changes: [], position };
}

const profileOfAnn = (): PlayerProfile => ({
  ...guestProfile(ANN),
  guest: false,
  ratings: [
    { kind: 'blitz', rating: 1583, deviation: 71, provisional: false, games: 10 },
    { kind: 'rapid', rating: 1521, deviation: 212, provisional: true, games: 1 },
  ],
  results: [
    { kind: 'blitz', score: SCORE },
    { kind: null, score: { games: 2, won: 1, drawn: 1, lost: 0 } },
  ],
  computers: [{ strength: 4, score: { games: 3, won: 1, drawn: 0, lost: 2 } }],
  opponents: [{ player: BEN, score: SCORE }],
  againstMe: SCORE,
  followers: 1,
});

const ratingsOfAnn = (): RatingHistory => ({
  kind: 'blitz',
  points: finishedGames(10).map(({ id, endedAt }, n) => ({
    at: endedAt + n * DAY,
    gameId: id,
    rating: 1500 + 9 * n,
    deviation: 200 - 12 * n,
  })),
});

const COMPUTER = computerPlayer(3, 0);
const games = (count: number): GamePage => ({
  games: finishedGames(count).toSpliced(1, 0, calledOffGame()),
  next: null,
});
const lobby = rest('/api/lobby', PlayerLobby, {
  view: {
    node: 'scene',
    version: 1,
    tables: [],
    floor: null,
    tableCount: 0,
    featured: noGames,
    online: 1,
    seekers: [],
  },
  own: [],
});

export const playerScenes: Scenes = {
  profile: () =>
    page(`/players/${ANN.name}`, asMember(BEN), [
      rest(`/api/players/${ANN.name}`, PlayerProfile, profileOfAnn()),
      rest(`/api/players/${ANN.name}/games`, GamePage, games(10)),
      rest(`/api/players/${ANN.name}/ratings/blitz`, RatingHistory, ratingsOfAnn()),
    ]),
  'profile-filtered': () => ({
    ...page(`/players/${ANN.name}?result=lost`, asMember(BEN), [
      rest(`/api/players/${ANN.name}`, PlayerProfile, profileOfAnn()),
      rest(`/api/players/${ANN.name}/games`, GamePage, games(2)),
      rest(`/api/players/${ANN.name}/ratings/blitz`, RatingHistory, ratingsOfAnn()),
    ]),
    steps: (page) => page.locator('header .account > button').click(),
  }),
  'profile-computer': () =>
    page('/players/Computer%203', asMember(BEN), [
      rest('/api/players/Computer%203', PlayerProfile, { ...guestProfile(COMPUTER), guest: false, joinedAt: 0 }),
      rest('/api/players/Computer%203/games', GamePage, games(2)),
    ]),
  archive: () => page('/archive', asMember(BEN), [rest('/api/archive', GamePage, games(8))]),
  'archive-empty': () =>
    page('/archive?kind=rapid', asMember(BEN), [rest('/api/archive?kind=rapid', GamePage, games(0))]),
  leaderboard: () =>
    page('/leaderboard?kind=blitz', asMember(BEN), [
      lobby,
      rest('/api/leaderboards/blitz', Leaderboard, {
        kind: 'blitz',
        rows: Object.values({ ...GUESTS, south: ANN }).map((each, n) => ({
          place: n + 1,
          player: each,
          rating: 1900 - 40 * n,
          deviation: 60 + n,
          games: 50 - n,
        })),
        provisional: [{ player: BEN, rating: 1500, deviation: 170, games: 10, gamesToGo: 6 }],
        next: null,
      }),
    ]),
  'leaderboard-empty': () =>
    page('/leaderboard?kind=four', asMember(BEN), [
      lobby,
      rest('/api/leaderboards/four', Leaderboard, { kind: 'four', rows: [], provisional: [], next: null }),
    ]),
  bots: () =>
    page('/bots', asMember(BEN), [
      rest('/api/bots', BotList, {
        bots: ['Climber', 'Diagonal-Dan', 'Random-walker-of-levels'].map((name, n) => ({
          player: { ...player(name), bot: true as const },
          joinedAt: NOON,
          online: n === 1,
        })),
      }),
    ]),
  'bots-none': () => page('/bots', asGuest(STRANGER), [rest('/api/bots', BotList, { bots: [] })]),
};
