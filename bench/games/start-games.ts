import { fold, openFullTable } from '@terrace/game';
import { CommandId, DEFAULT_SETTINGS, type GameId, type LoggedEvent, type Player } from '@terrace/protocol';
import { createGuestSecret, guestIdOf, guestPlayer } from '../../apps/server/src/accounts/guests.ts';
import { gameIdOf } from '../../apps/server/src/game-service/id.ts';
import { summarize } from '../../apps/server/src/game-service/summary.ts';
import { createCookieSignatures } from '../../apps/server/src/http/cookie-signatures.ts';
import { openDatabase } from '../../apps/server/src/store/client.ts';
import { createGameStore } from '../../apps/server/src/store/games.ts';

/** A started game, and the cookies of its players, South's first. */
export type LiveGame = { readonly gameId: GameId; readonly cookies: readonly string[] };

/**
 * Writes games at their first move into the database as the server does, because opening them one by one would take
 * minutes.
 */
export function gameStarter(databaseUrl: string, secret: string) {
  const database = openDatabase(
    databaseUrl,
    (error) => {
      throw error;
    },
    'append',
  );
  const { signGuest } = createCookieSignatures(secret);
  const store = createGameStore({ append: database, play: database, read: database });

  async function start(): Promise<LiveGame> {
    const secrets = [createGuestSecret(), createGuestSecret()];
    const { gameId, events, summary } = startedGame(secrets.map((each) => guestPlayer(guestIdOf(each))));
    if ((await store.append([{ after: 0, events, summary, demand: null }])).kind !== 'saved')
      throw new Error('a new game follows nothing');
    const cookies = secrets.map((each) => `terrace_session=${encodeURIComponent(signGuest(each))}`);
    return { gameId, cookies };
  }

  return { start, close: database.close };
}

function startedGame([south, north]: readonly Player[]) {
  if (south === undefined || north === undefined) throw new Error('a game is played by two');
  const settings = { ...DEFAULT_SETTINGS, time: { kind: 'clock', initialMs: 3_600_000, incrementMs: 3_000 } } as const;
  const events = openFullTable(settings, [
    { side: 'south', player: south },
    { side: 'north', player: north },
  ]);
  if (!events.ok) throw new Error(events.error.code);
  const at = Date.now();
  const logged: readonly LoggedEvent[] = events.value.map((event, i) => ({ seq: i + 1, at, event }));
  const state = fold(null, logged);
  if (state === null) throw new Error('a log of four events is a game');
  const gameId = gameIdOf(south.id, CommandId.parse(`start-${south.id}`));
  return { gameId, events: logged, summary: summarize(gameId, state) };
}
