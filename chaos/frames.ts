/** Bits of a WebSocket frame header. */
const OPCODE = 0x0f;
const TEXT = 0x1;
const MASKED = 0x80;
const LENGTH = 0x7f;
const END_OF_HEADERS = '\r\n\r\n';

/**
 * Finds messages in one direction of a WebSocket connection, after the HTTP headers (RFC 6455, 5.2). Repeats complete
 * messages, so that the stream stays valid.
 */
export function createFrameRepeater(isRepeated: () => boolean) {
  let waiting: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  let isOther = false; // another HTTP request, or its answer

  /** @returns the bytes to forward */
  return (bytes: Buffer): Buffer => {
    if (isOther) return bytes;
    waiting = Buffer.concat([waiting, bytes]);
    const out: Buffer[] = [];
    if (!isUpgraded) {
      const end = waiting.indexOf(END_OF_HEADERS);
      if (end < 0) return Buffer.alloc(0);
      isUpgraded = /^upgrade: *websocket/im.test(waiting.subarray(0, end).toString('latin1'));
      isOther = !isUpgraded;
      if (isOther) return waiting;
      out.push(waiting.subarray(0, end + END_OF_HEADERS.length));
      waiting = waiting.subarray(end + END_OF_HEADERS.length);
    }
    for (let length = frameLength(waiting); length !== undefined; length = frameLength(waiting)) {
      const frame = waiting.subarray(0, length);
      out.push(frame);
      if (((frame[0] ?? 0) & OPCODE) === TEXT && isEvent(frame) && isRepeated()) out.push(frame);
      waiting = waiting.subarray(length);
    }
    return Buffer.concat(out);
  };
}

/** Header bytes after the first two: the extended length and the mask. */
const extraBytes = (second: number): { length: number; mask: number } => ({
  length: (second & LENGTH) === 126 ? 2 : (second & LENGTH) === 127 ? 8 : 0,
  mask: (second & MASKED) === 0 ? 0 : 4,
});

/** Length of the first frame; undefined while it is incomplete. */
function frameLength(bytes: Buffer): number | undefined {
  const second = bytes[1];
  if (second === undefined) return undefined;
  const extra = extraBytes(second);
  const header = 2 + extra.length + extra.mask;
  if (bytes.length < header) return undefined;
  const short = second & LENGTH;
  const length =
    header + (short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short);
  return bytes.length < length ? undefined : length;
}

function isEvent(frame: Buffer): boolean {
  const extra = extraBytes(frame[1] ?? 0);
  const start = 2 + extra.length + extra.mask;
  const plain = [0, 1].map((i) => {
    const mask = extra.mask === 0 ? 0 : (frame[2 + extra.length + i] ?? 0);
    return String.fromCharCode((frame[start + i] ?? 0) ^ mask);
  });
  return plain.join('') === '42';
}
