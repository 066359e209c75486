import { Readable } from 'node:stream';
import { recordOf } from '@terrace/game';
import type { PlayerId } from '@terrace/protocol';
import { formatRecord } from '@terrace/rules';
import type { Archive, GameCursor } from '../../archive/archive.ports.ts';
import type { GameStore } from '../../game-service/games.ports.ts';
import { RefusedRequest } from '../refusals.ts';

const GAMES_PER_QUERY = 50;

type Needs = { readonly archive: Archive; readonly games: Pick<GameStore, 'readLog'> };

/** Downloads of records, one at a time per downloader. */
export function createRecordDownloads(needs: Needs) {
  const downloading = new Set<string>();

  /** Streams the records of all finished games that `asker` may see. @throws RefusedRequest */
  return function recordsOf(player: PlayerId, asker: PlayerId | undefined, downloader: string): Readable {
    if (downloading.has(downloader)) throw new RefusedRequest({ code: 'too-many-requests', retryMs: 5_000 });
    downloading.add(downloader);
    const records = Readable.from(generateRecords(needs, player, asker), { objectMode: false });
    records.once('close', () => downloading.delete(downloader));
    return records;
  };
}

async function* generateRecords({ archive, games }: Needs, player: PlayerId, asker: PlayerId | undefined) {
  let after: GameCursor | null = null;
  do {
    const page = await archive.finished({ player }, asker, after, GAMES_PER_QUERY);
    for (const { id, calledOff } of page.rows) {
      if (calledOff !== undefined) continue; // no finished game
      const record = recordOf(await games.readLog(id, 0));
      if (record !== undefined) yield `${formatRecord(record)}\n`;
    }
    after = page.next;
  } while (after !== null);
}
