import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { packet } from './packets.ts';
import { type Frame, frameBytes, OPCODE, textFrame } from './websocket-frames.ts';

/** One TCP connection of a client that violates the protocol. */
export type RawConnection = {
  readonly request: string;
  /** The chunks sent after it; the client waits for the server between chunks. */
  readonly chunks: readonly Buffer[];
  /** Whether the first chunk is sent with the request, before the server has answered. */
  readonly isEager: boolean;
  readonly end: 'close' | 'reset' | 'half-close' | 'stay';
};

/** A client's WebSocket upgrade request, without its last line break. */
export const GOOD_REQUEST =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** An upgrade request with one part replaced, without its last line break. */
const request: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constant(GOOD_REQUEST), weight: 12 },
  {
    arbitrary: fc.constant(`${GOOD_REQUEST}Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n`),
    weight: 2,
  },
  {
    arbitrary: fc
      .constantFrom<readonly [string, string]>(
        ['transport=websocket', 'transport=polling'],
        ['transport=websocket', 'transport=__proto__'],
        ['transport=websocket', 'transport=websocket&sid=__proto__'],
        ['transport=websocket', 'transport=websocket&b64=1&j=0'],
        ['EIO=4', 'EIO=3'],
        ['EIO=4&', ''],
        ['GET', 'POST'],
        ['GET', 'CONNECT'],
        ['GET', 'TRACE'],
        ['GET', 'BREW'],
        ['/socket.io/', '/other'],
        ['/socket.io/', '/socket.io//%ff'],
        ['/socket.io/', 'http://[/socket.io/'],
        ['HTTP/1.1', 'HTTP/1.0'],
        ['HTTP/1.1', 'HTTP/9'],
        ['Upgrade: websocket', 'Upgrade: h2c'],
        ['Upgrade: websocket', 'Upgrade: websocket, websocket'],
        ['Upgrade: websocket\r\n', ''],
        ['Version: 13', 'Version: 99'],
        ['Key: ', 'Key: x'],
        ['Host: here', 'Host: here\r\nOrigin: http://elsewhere.example'],
        ['Host: here', 'Host: here\r\nOrigin: \u0080'],
        ['Host: here', 'Host: here\r\nCookie: terrace_session=%; __proto__=x'],
        ['Host: here', 'Host: here\r\nContent-Length: 5'],
        ['Host: here', 'Host: here\r\nTransfer-Encoding: chunked'],
        ['Host: here', 'Host: here\r\nSec-WebSocket-Protocol: ,,'],
        ['Host: here', 'Host: here\r\nSec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99'],
      )
      .map(([part, other]) => GOOD_REQUEST.replace(part, other)),
    weight: 4,
  },
);

const framed = (frame: Frame): Buffer => frameBytes(frame);
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));

const goodFrame: fc.Arbitrary<Buffer> = packet.map(textFrame);

/** Fragmented messages, possibly interrupted by a control frame or unfinished. */
const fragments: fc.Arbitrary<Buffer> = fc
  .record({ text: packet, at: fc.nat(), between: fc.constantFrom('', 'ping', 'text'), isEnded: fc.boolean() })
  .map(({ text, at, between, isEnded }) => {
    const payload = Buffer.from(text);
    const cut = at % (payload.length + 1);
    const parts = [framed({ opcode: OPCODE.text, payload: payload.subarray(0, cut), fin: false })];
    if (between === 'ping') parts.push(framed({ opcode: OPCODE.ping, payload: Buffer.from('x') }));
    if (between === 'text') parts.push(textFrame('40'));
    if (isEnded) parts.push(framed({ opcode: OPCODE.continuation, payload: payload.subarray(cut) }));
    return Buffer.concat(parts);
  });

const compressed: fc.Arbitrary<Buffer> = fc
  .oneof(
    packet.map((text) => deflateRawSync(text)),
    bytes(60),
    fc.constant(deflateRawSync(Buffer.alloc(5_000_000))),
  )
  .map((payload) => framed({ opcode: OPCODE.text, payload, reserved: 0b100 }));

const control: fc.Arbitrary<Buffer> = fc
  .record({ opcode: fc.constantFrom(OPCODE.ping, OPCODE.pong, OPCODE.close), payload: bytes(140), fin: fc.boolean() })
  .map(framed);

const close: fc.Arbitrary<Buffer> = fc
  .constantFrom(0, 999, 1000, 1001, 1005, 1006, 1015, 2999, 4000, 65_535)
  .map((code) => framed({ opcode: OPCODE.close, payload: Buffer.from([code >> 8, code & 0xff]) }));

/** Frames with contradictory fields or unknown opcodes. */
const badFrame: fc.Arbitrary<Buffer> = fc
  .record(
    {
      opcode: fc.nat({ max: 15 }),
      payload: fc.oneof(
        bytes(200),
        packet.map((text) => Buffer.from(text)),
      ),
      fin: fc.boolean(),
      reserved: fc.nat({ max: 7 }),
      isMasked: fc.boolean(),
      statedLength: fc.constantFrom(0, 1, 125, 126, 65_535, 65_536, 32_001, 2 ** 31, 2 ** 53 - 1),
    },
    { requiredKeys: ['opcode', 'payload'] },
  )
  .map(framed);

const oversize: fc.Arbitrary<Buffer> = fc
  .constantFrom(31_999, 32_000, 32_001, 70_000)
  .map((length) => textFrame(`42["${'x'.repeat(length - 6)}"]`));

const binary: fc.Arbitrary<Buffer> = bytes(80).map((payload) => framed({ opcode: OPCODE.binary, payload }));

const badUtf8: fc.Arbitrary<Buffer> = fc.constant(
  framed({ opcode: OPCODE.text, payload: Buffer.from([0x34, 0x32, 0xff, 0xfe]) }),
);

const frame: fc.Arbitrary<Buffer> = fc.oneof(
  { arbitrary: goodFrame, weight: 14 },
  { arbitrary: binary, weight: 3 },
  { arbitrary: fragments, weight: 2 },
  { arbitrary: control, weight: 2 },
  { arbitrary: badFrame, weight: 2 },
  { arbitrary: compressed, weight: 1 },
  { arbitrary: close, weight: 1 },
  { arbitrary: oversize, weight: 1 },
  { arbitrary: badUtf8, weight: 1 },
  { arbitrary: bytes(60), weight: 1 },
);

/** The usual order of packets, with one packet repeated, left out or moved. */
const nearlyRight: fc.Arbitrary<readonly Buffer[]> = fc
  .record({
    packets: fc.shuffledSubarray(
      ['40', '40', '42["time:now",{}]', '420["lobby:watch",{"known":null}]', '3', '41', '40', '1'],
      {
        minLength: 1,
      },
    ),
    inOrder: fc.boolean(),
  })
  .map(({ packets, inOrder }) => (inOrder ? ['40', ...packets] : packets).map(textFrame));

/** The same bytes, split at arbitrary places. */
const cut = (chunks: readonly Buffer[], size: number): readonly Buffer[] =>
  chunks.flatMap((chunk) =>
    chunk.length > 2_000
      ? [chunk]
      : Array.from({ length: Math.ceil(chunk.length / size) }, (_, i) => chunk.subarray(i * size, (i + 1) * size)),
  );

/** Connections that mostly begin as Socket.IO WebSockets and then do what no client does. */
export const rawConnection: fc.Arbitrary<RawConnection> = fc
  .record({
    request,
    chunks: fc.oneof(
      { arbitrary: fc.array(frame, { maxLength: 6 }), weight: 3 },
      { arbitrary: fc.array(frame, { maxLength: 6 }).map((frames) => [textFrame('40'), ...frames]), weight: 3 },
      { arbitrary: nearlyRight, weight: 3 },
    ),
    isTogether: fc.boolean(),
    cutAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 6 }),
    isEager: fc.boolean(),
    end: fc.constantFrom<RawConnection['end']>('close', 'reset', 'half-close', 'stay'),
  })
  .map(({ chunks, isTogether, cutAt, ...connection }) => {
    const sent = isTogether ? [Buffer.concat(chunks)] : chunks;
    return { ...connection, chunks: cutAt === undefined ? sent : cut(sent, cutAt) };
  });
