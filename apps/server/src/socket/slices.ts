import type { Io, IoSocket } from './server.ts';

/** A room up to this size is sent a broadcast at once, in about 10 ms. */
const MAX_AT_ONCE = 500;

/** Connections of a larger room that are sent a broadcast per turn of the event loop, in about 3 ms. */
const SLICE = 150;

/** Pending broadcasts of one room. Beyond this the oldest is sent to all remaining connections at once. */
const MAX_WAITING = 100;

type Send = (to: ReturnType<Io['to']>) => void;

type Recipients = {
  /** Rooms whose connections are sent the broadcast first, such as players before spectators. */
  readonly first?: () => readonly string[];
  readonly except?: string | undefined;
  /** How to send to the only recipient, such as the opponent. A room of one is slower. */
  readonly alone?: (socket: IoSocket) => void;
};

type Broadcast = { readonly send: Send; readonly waiting: Set<string> };

export type Slices = ReturnType<typeof createSlices>;

/** Other games do not wait for large rooms. Each connection receives its room's broadcasts once and in order. */
export function createSlices(io: Io, { slice: size, atOnce } = { slice: SLICE, atOnce: MAX_AT_ONCE }) {
  const { rooms } = io.sockets.adapter;
  const pending = new Map<string, Broadcast[]>();

  function sendTo(room: string, { send }: Broadcast, ids: readonly string[]): void {
    const still = ids.filter((id) => rooms.get(room)?.has(id));
    if (still.length > 0) send(io.local.to(still));
  }

  /** Sends one slice and moves its room to the end of the queue. */
  function sendNextSlice(): void {
    const [next] = pending;
    if (next === undefined) return;
    const [room, broadcasts] = next;
    pending.delete(room);
    const [oldest] = broadcasts;
    if (oldest !== undefined) {
      const slice: string[] = [];
      for (const id of oldest.waiting) {
        if (slice.push(id) === size) break;
      }
      for (const id of slice) oldest.waiting.delete(id);
      sendTo(room, oldest, slice);
      if (oldest.waiting.size === 0) broadcasts.shift();
    }
    if (broadcasts.length > 0) pending.set(room, broadcasts);
    if (pending.size > 0) setImmediate(sendNextSlice);
  }

  function queue(room: string, broadcast: Broadcast): void {
    const broadcasts = pending.get(room) ?? [];
    if (broadcasts.length >= MAX_WAITING) {
      const oldest = broadcasts.shift();
      if (oldest !== undefined) sendTo(room, oldest, [...oldest.waiting]);
    }
    broadcasts.push(broadcast);
    if (pending.size === 0) setImmediate(sendNextSlice);
    pending.set(room, broadcasts);
  }

  return {
    broadcast(room: string, send: Send, { first = () => [], except, alone }: Recipients = {}): void {
      const members = rooms.get(room);
      if (members === undefined) return;
      const isExcluded = except !== undefined && members.has(except);
      const count = isExcluded ? members.size - 1 : members.size;
      if (count === 0) return; // without recipients the message would still be encoded
      const earlier = pending.get(room);
      if (earlier === undefined && count === 1 && alone !== undefined) {
        for (const id of members) {
          const socket = id === except ? undefined : io.sockets.sockets.get(id);
          if (socket !== undefined) alone(socket);
        }
        return;
      }
      if (earlier === undefined && members.size <= atOnce) {
        send(isExcluded ? io.local.to(room).except(except) : io.local.to(room));
        return;
      }
      const waiting = new Set(members);
      if (isExcluded) waiting.delete(except);
      const canGoFirst = (id: string) => waiting.has(id) && !earlier?.some((each) => each.waiting.has(id));
      const ahead = first()
        .flatMap((each) => [...(rooms.get(each) ?? [])])
        .filter(canGoFirst);
      if (ahead.length > 0) send(io.local.to(ahead));
      for (const id of ahead) waiting.delete(id);
      if (waiting.size > 0) queue(room, { send, waiting });
    },

    close: (): void => pending.clear(),
  };
}
