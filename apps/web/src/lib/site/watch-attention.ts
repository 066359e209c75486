import type { Connection } from '#lib/net/connection.svelte.ts';
import type { Attention } from '#lib/ui/attention.svelte.ts';

/** Keeps the numbers up to date. The server sends them to each new connection, so that no request is needed. */
export function watchAttention(connection: Pick<Connection, 'on'>, waiting: Attention, signal: AbortSignal): void {
  connection.on('inbox:attention', (attention) => waiting.set(attention), signal);
  connection.on(
    'inbox:turns',
    ({ turns }) => {
      waiting.turns = turns;
    },
    signal,
  );
  connection.on(
    'notifications:changed',
    ({ unread }) => {
      waiting.unread = unread;
    },
    signal,
  );
}
