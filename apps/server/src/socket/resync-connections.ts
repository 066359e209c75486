import { MINUTE_MS, SECOND_MS } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../accounts/actor.ts';
import type { Revoke } from '../accounts/revocation.ts';
import type { Chat, SentMessage } from '../chat/chat.ts';
import type { RecoverFromGaps } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { gamesWithChat } from './rooms.ts';
import type { Io } from './server.ts';

/** How often to check all credentials while another node is unreachable. */
const CREDENTIALS_EVERY_MS = 3 * SECOND_MS;

/** Remembers broadcast messages for longer than `recoverFromGaps` looks back. */
const MAX_BROADCAST = 50_000;
const BROADCAST_MS = 2 * MINUTE_MS;

type Dependencies = {
  readonly recoverFromGaps: RecoverFromGaps;
  readonly io: Io;
  readonly chat: Pick<Chat, 'messagesSince'>;
  readonly broadcastChat: (sent: SentMessage) => void;
  readonly endedCredentials: (credentials: readonly Actor['credential'][]) => Promise<readonly Actor['credential'][]>;
  readonly disconnectRevoked: Revoke;
  readonly machine: Scheduler;
};

/** Recovers what connections may have missed while another node was unreachable: revoked credentials and chat. */
export function createConnectionResync(dependencies: Dependencies) {
  const { recoverFromGaps, io, chat, broadcastChat, endedCredentials, disconnectRevoked, machine } = dependencies;
  const broadcast = new LRUCache<number, true>({
    max: MAX_BROADCAST,
    ttl: BROADCAST_MS,
    perf: { now: machine.elapsed },
  });

  function broadcastOnce(sent: SentMessage): void {
    const { id } = sent.message;
    if (broadcast.has(id)) return;
    broadcast.set(id, true);
    broadcastChat(sent);
  }

  const chatRecovery = recoverFromGaps(async (since) => {
    const games = gamesWithChat(io.sockets.adapter.rooms.keys());
    for (const sent of await chat.messagesSince(games, since)) broadcastOnce(sent);
  });

  const credentialRecovery = recoverFromGaps(async () => {
    const all = [...io.sockets.sockets.values()].flatMap(({ data }) => data.actor?.credential ?? []);
    disconnectRevoked(await endedCredentials([...new Set(all)]));
  }, CREDENTIALS_EVERY_MS);

  return {
    broadcastOnce,
    start(): void {
      chatRecovery.start();
      credentialRecovery.start();
    },
    close(): void {
      chatRecovery.close();
      credentialRecovery.close();
    },
  };
}
