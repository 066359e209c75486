import type { Command, GameId } from '@terrace/protocol';
import { guestAt, newCommandId } from './client.ts';

export type HttpPlayer = Awaited<ReturnType<typeof httpPlayerAt>>;

export async function httpPlayerAt(url: string) {
  const guest = await guestAt(url);
  guest.close();
  const { cookie } = guest;
  return {
    ...guest,
    act: async (gameId: GameId, command: Command) => {
      const body = JSON.stringify({ commandId: newCommandId(), command });
      const headers = { cookie, 'content-type': 'application/json' };
      const reply = await fetch(`${url}/api/games/${gameId}/commands`, { method: 'POST', headers, body });
      return { status: reply.status, body: await reply.json() };
    },
    ask: (path: string, signal?: AbortSignal) =>
      fetch(`${url}/api/${path}`, { headers: { cookie }, ...(signal && { signal }) }),
  };
}
