/** Opcodes of WebSocket frames (RFC 6455, 5.2). */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A client's frame, possibly invalid: every field can contradict the others. */
export type Frame = {
  readonly opcode: number;
  readonly payload: Buffer;
  readonly fin?: boolean;
  /** The three reserved bits; the first one marks a compressed message. */
  readonly reserved?: number;
  readonly isMasked?: boolean;
  readonly statedLength?: number;
};

/** The same mask for every frame, so that the same seed sends the same bytes. */
const MASK = Buffer.from([0x12, 0x34, 0x56, 0x78]);

export function frameBytes({
  opcode,
  payload,
  fin = true,
  reserved = 0,
  isMasked = true,
  statedLength,
}: Frame): Buffer {
  const length = statedLength ?? payload.length;
  const short = length < 126 ? length : length < 2 ** 16 ? 126 : 127;
  const head = [(fin ? 0x80 : 0) | (reserved << 4) | opcode, (isMasked ? 0x80 : 0) | short];
  const extended = Buffer.alloc(short < 126 ? 0 : short === 126 ? 2 : 8);
  if (short === 126) extended.writeUInt16BE(length);
  if (short === 127) extended.writeBigUInt64BE(BigInt(length));
  const body = isMasked ? payload.map((byte, i) => byte ^ (MASK[i % 4] ?? 0)) : payload;
  return Buffer.concat([Buffer.from(head), extended, ...(isMasked ? [MASK] : []), body]);
}

export const textFrame = (text: string): Buffer => frameBytes({ opcode: OPCODE.text, payload: Buffer.from(text) });
