import { type GameId, LoggedEvent } from '@terrace/protocol';
import type { Prepared, RunPrepared } from './client.ts';

const PAGE = 1_000;

const READ: Prepared = {
  name: 'read_log',
  text: `
    select seq, round(extract(epoch from at) * 1000)::float8 as at, by, command_id as "commandId", event
    from game_event where game_id = $1 and seq > $2 order by seq limit $3`,
};

/** Reads the first `most` events of a game with a seq above `after`. */
export async function readLog(
  runPrepared: RunPrepared,
  gameId: GameId,
  after: number,
  most: number,
): Promise<readonly LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (;;) {
    const take = Math.min(PAGE, most - events.length);
    const rows = await runPrepared(READ, [gameId, after + events.length, take]);
    for (const { by, commandId, ...row } of rows) {
      events.push(LoggedEvent.parse({ ...row, by: by ?? undefined, commandId: commandId ?? undefined }));
    }
    if (rows.length < PAGE || events.length >= most) return events;
  }
}
