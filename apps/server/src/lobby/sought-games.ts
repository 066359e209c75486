import { randomInt } from 'node:crypto';
import type { Reservation } from '@terrace/game';
import { type CommandId, DEFAULT_SETTINGS, type Player, rateableAs, type Seek, type Settings } from '@terrace/protocol';
import { SETUPS, type Side } from '@terrace/rules';
import { commandIdFrom } from '../game-service/command-ids.ts';
import { type SoughtGame, soughtGames } from './pairing.ts';
import type { StoredSeek } from './seeks.ts';

/** `id` is new for every attempt; `address` is the IP address. */
export type WaitingPlayer = Pick<StoredSeek, 'id' | 'player' | 'address'>;

/** If a leader dies after starting a game, its successor derives the same id from the seeks and finds that game. */
export const commandIdOfGroup = (group: readonly WaitingPlayer[]): CommandId =>
  commandIdFrom(
    group
      .map(({ id }) => id)
      .sort()
      .join(' '),
  );

const gamesOfSeeks = new WeakMap<StoredSeek, ReadonlyMap<string, SoughtGame>>();

export function cachedSoughtGames(seek: StoredSeek): ReadonlyMap<string, SoughtGame> {
  const known = gamesOfSeeks.get(seek);
  if (known !== undefined) return known;
  const games = soughtGames(seek.seek, (game) => {
    const kind = rateableAs(game);
    return kind === null ? null : (seek.ratings[kind]?.value ?? null);
  });
  gamesOfSeeks.set(seek, games);
  return games;
}

export const settingsOf = ({ setup, time, rated }: Seek): Settings => ({ ...DEFAULT_SETTINGS, setup, time, rated });

export function atRandomSides({ setup }: Seek, players: readonly Player[]): Reservation[] {
  const sides: Side[] = [...SETUPS[setup].seats];
  return players.flatMap((player) => {
    const [side] = sides.splice(randomInt(Math.max(1, sides.length)), 1);
    return side === undefined ? [] : [{ side, player }];
  });
}
