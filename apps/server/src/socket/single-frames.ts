import type { Server } from 'socket.io';

/** An Engine.IO packet before it is sent. `wsPreEncodedFrame` is sent instead of `data`, as by Socket.IO's adapter. */
type Packet = {
  readonly type: string;
  readonly data?: unknown;
  readonly options: { wsPreEncodedFrame?: readonly Uint8Array[] };
};

/** The first byte of a frame with a complete text, and the lengths that need a longer header (RFC 6455, 5.2). */
const FINAL_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** The type of an Engine.IO message. */
const MESSAGE = '4'.charCodeAt(0);

/** A WebSocket frame with an Engine.IO message. */
export function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text) + 1;
  const head = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  frame[1] = head === 2 ? length : head === 4 ? LENGTH_16 : LENGTH_64;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame[head] = MESSAGE;
  frame.write(text, head + 1);
  return frame;
}

/**
 * Sends each message as one buffer. `ws` would send its header and text separately, with twice the work in Node's
 * streams. All recipients of a broadcast have the same options, and so share its frame.
 */
export function sendSingleFrames({ engine }: Pick<Server, 'engine'>): void {
  engine.on('connection', (conn: { on(event: 'packetCreate', listener: (packet: Packet) => void): void }) => {
    conn.on('packetCreate', ({ type, data, options }) => {
      if (type !== 'message' || typeof data !== 'string' || options.wsPreEncodedFrame?.length === 1) return;
      options.wsPreEncodedFrame = [frameOf(data)];
    });
  });
}
