import { recordOf } from '@terrace/game';
import type { AccountView, GameId, PlayerId } from '@terrace/protocol';
import { formatRecord } from '@terrace/rules';
import type { GameStore } from '../game-service/games.ports.ts';

const ROWS_PER_QUERY = 100;

export type PersonalData = {
  about(player: PlayerId): Promise<Readonly<Record<string, unknown>>>;
  gamesAfter(player: PlayerId, after: string, most: number): Promise<readonly GameId[]>;
  messagesAfter(
    player: PlayerId,
    after: number,
    most: number,
  ): Promise<readonly { id: number; [column: string]: unknown }[]>;
};

type Needs = { readonly data: PersonalData; readonly games: Pick<GameStore, 'readLog'> };

export async function* exportPlayer(
  { data, games }: Needs,
  player: PlayerId,
  account: AccountView,
): AsyncGenerator<string> {
  const own = { account, ...(await data.about(player)) };
  yield JSON.stringify(own, null, 1).replace(/\n\}$/, '');

  yield ',\n "said": [';
  let comma = '';
  for (let after = 0, rows = await data.messagesAfter(player, after, ROWS_PER_QUERY); rows.length > 0; ) {
    for (const row of rows) {
      yield `${comma}\n  ${JSON.stringify(row)}`;
      comma = ',';
      after = row.id;
    }
    rows = await data.messagesAfter(player, after, ROWS_PER_QUERY);
  }

  yield '],\n "games": [';
  comma = '';
  for (let after = '', ids = await data.gamesAfter(player, after, ROWS_PER_QUERY); ids.length > 0; ) {
    for (const id of ids) {
      const events = await games.readLog(id, 0);
      const record = recordOf(events);
      yield `${comma}\n  ${JSON.stringify({ id, record: record === undefined ? null : formatRecord(record), events })}`;
      comma = ',';
      after = id;
    }
    ids = await data.gamesAfter(player, after, ROWS_PER_QUERY);
  }
  yield ']\n}\n';
}
