/** Raw connections and frames, in their own process: `node bench/frames/attack.ts JSON`. Prints the counts as JSON. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ownAddress } from '@terrace/testing/address';
import fc from 'fast-check';
import { sendConnection } from '../../fuzz/raw-client.ts';
import { GOOD_REQUEST, rawConnection } from '../../fuzz/raw-connections.ts';
import { frameBytes, OPCODE, textFrame } from '../../fuzz/websocket-frames.ts';
import { printHelpIfAsked } from '../../tools/help.ts';

printHelpIfAsked('node bench/frames/attack.ts JSON: the raw frames of bench/frames.ts, which runs it.');

export type Order = { readonly url: string; readonly seconds: number; readonly seed: number };
export type Counts = { connections: number; frames: number; closed: number };

/** Concurrent raw connections, and connections that send frames continuously. */
const AT_ONCE = 16;
const STREAMS = 8;

/** Frames a second per stream, sent in portions. */
const FRAMES_PER_SECOND = 500;
const PORTION_MS = 20;

const { url, seconds, seed }: Order = JSON.parse(process.argv[2] ?? '{}');
const until = performance.now() + seconds * 1000;
const isOver = (): boolean => performance.now() >= until;
const counts: Counts = { connections: 0, frames: 0, closed: 0 };

async function sendConnections(worker: number): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const made = fc.sample(rawConnection, { seed: seed + worker * 1_000_003 + n, numRuns: 10 });
    for (const connection of made) {
      if (isOver()) return;
      (await sendConnection(url, connection))?.destroy();
      counts.connections += 1;
    }
  }
}

/** Frames of the streams: a server must read them, but hardly needs to answer. */
const STREAMED: readonly (readonly Buffer[])[] = [
  [textFrame('3')],
  [frameBytes({ opcode: OPCODE.ping, payload: Buffer.alloc(125) })],
  [frameBytes({ opcode: OPCODE.pong, payload: Buffer.alloc(0) })],
  [textFrame('42["time:now",{}]')],
  [textFrame('421["nothing"]')],
  [textFrame('430[]')],
  [
    textFrame('451-["x",{"_placeholder":true,"num":0}]'),
    frameBytes({ opcode: OPCODE.binary, payload: Buffer.alloc(500) }),
  ],
  [
    frameBytes({ opcode: OPCODE.text, payload: Buffer.from('3'), fin: false }),
    frameBytes({ opcode: 0, payload: Buffer.alloc(0) }),
  ],
];

async function stream(frames: readonly Buffer[]): Promise<void> {
  const portion = Buffer.concat(Array.from({ length: (FRAMES_PER_SECOND * PORTION_MS) / 1000 }, () => frames).flat());
  while (!isOver()) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.write(`${GOOD_REQUEST}X-Forwarded-For: ${ownAddress()['x-forwarded-for']}\r\n\r\n`);
    await once(socket, 'data').catch(() => undefined);
    socket.write(textFrame('40'));
    await once(socket, 'data').catch(() => undefined);
    while (!isOver() && socket.writable) {
      socket.write(portion);
      counts.frames += (FRAMES_PER_SECOND * PORTION_MS) / 1000;
      await delay(PORTION_MS);
    }
    if (!isOver()) counts.closed += 1;
    socket.destroy();
  }
}

await Promise.all([
  ...Array.from({ length: AT_ONCE }, (_, worker) => sendConnections(worker)),
  ...STREAMED.slice(0, STREAMS).map(stream),
]);
process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit(0));
