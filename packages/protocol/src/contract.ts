import * as z from 'zod/mini';
import { chatBroadcasts, chatRequests } from './chat.ts';
import { conditionalRequests } from './conditional-moves.ts';
import { gameBroadcasts, gameRequests } from './game.ts';
import { Instant } from './ids.ts';
import { inboxBroadcasts, inboxRequests } from './inbox.ts';
import { lobbyBroadcasts, lobbyRequests } from './lobby.ts';
import { noteRequests } from './notes.ts';
import { notificationBroadcasts, notificationRequests } from './notifications.ts';
import { onlineRequests } from './online.ts';
import { pairingBroadcasts, pairingRequests } from './pairing.ts';
import { presenceBroadcasts } from './presence.ts';
import { ratingBroadcasts } from './ratings.ts';
import type { Refusal } from './refusals.ts';
import { serverBroadcasts } from './server.ts';

/** Every event a client may send, with its payload and reply. The server accepts no others. */
export const requests = {
  ...gameRequests,
  ...lobbyRequests,
  ...pairingRequests,
  ...onlineRequests,
  ...chatRequests,
  ...conditionalRequests,
  ...noteRequests,
  ...inboxRequests,
  ...notificationRequests,
  /** The server's clock, for clients to synchronize with. */
  'time:now': { payload: z.strictObject({}), reply: z.object({ now: Instant }) },
} as const;

export const broadcasts = {
  ...gameBroadcasts,
  ...lobbyBroadcasts,
  ...pairingBroadcasts,
  ...chatBroadcasts,
  ...presenceBroadcasts,
  ...ratingBroadcasts,
  ...notificationBroadcasts,
  ...inboxBroadcasts,
  ...serverBroadcasts,
} as const;

export type RequestName = keyof typeof requests;
export type Payload<N extends RequestName> = z.infer<(typeof requests)[N]['payload']>;
/** A request as a client sends it; the server cleans its texts. */
export type RequestInput<N extends RequestName> = z.input<(typeof requests)[N]['payload']>;
export type Reply<N extends RequestName> = z.infer<(typeof requests)[N]['reply']>;
export type BroadcastName = keyof typeof broadcasts;
export type Broadcast<N extends BroadcastName> = z.infer<(typeof broadcasts)[N]>;

export type Ack<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** Socket.IO's event maps. Payloads are unknown until parsed. */
export type ClientToServer = {
  [N in RequestName]: (payload: RequestInput<N>, ack: (answer: Ack<Reply<N>>) => void) => void;
};
export type ServerToClient = { [N in BroadcastName]: (message: Broadcast<N>) => void };
