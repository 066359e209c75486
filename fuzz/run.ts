import { connect as connectTcp } from 'node:net';
import { Writable } from 'node:stream';
import { ownAddress } from '@terrace/testing/address';
import { becomeGuest, type Client, connect, guestAt } from '@terrace/testing/client';
import { cookieOf, newName, PASSWORD, request } from '@terrace/testing/members';
import fc from 'fast-check';
import { pino } from 'pino';
import type { Socket } from 'socket.io-client';
import { z } from 'zod';
import { startTestApp } from '../apps/server/src/testing/app.ts';
import type { Known } from './from-schema.ts';
import { ApiDescription, type Input, inputs } from './inputs.ts';

/** Limit for an answer on a busy machine. */
const HANG_MS = 20_000;

/** pino's error level, and the errors that a busy machine causes without any input. */
const ERROR = 50;
const NOT_OURS: ReadonlySet<string> = new Set(['DatabaseBusy', 'DatabaseUnavailable']);
const LogEntry = z.object({ level: z.number(), err: z.object({ type: z.string() }).optional() });

/** Inputs per batch, and inputs sent at a time. */
const BATCH = 40;
const AT_ONCE = 8;

/** After this many batches senders are replaced: their accounts may be deleted and their connections closed. */
const RENEW_EVERY = 25; // batches

type Options = {
  readonly databaseUrl: string;
  readonly seed: number;
  /** Whether to continue after this many inputs. */
  readonly goesOn: (sent: number) => boolean;
};

export type Findings = { readonly sent: number; readonly faults: readonly string[] };

/** Sends unexpected input of any kind to a server. @returns the faults */
export async function fuzz({ databaseUrl, seed, goesOn }: Options): Promise<Findings> {
  const faults: string[] = [];
  const logged = new Writable({
    write: (line: Buffer, _, done) => {
      const { level, err } = LogEntry.parse(JSON.parse(line.toString()));
      if (level >= ERROR && !NOT_OURS.has(err?.type ?? '')) faults.push(`logged: ${line}`);
      done();
    },
  });
  const app = await startTestApp(databaseUrl, { log: pino({ level: 'warn' }, logged), requestTimeoutMs: 5_000 });
  let sent = 0;
  try {
    const description = ApiDescription.parse(await (await fetch(`${app.url}/api/openapi.json`)).json());
    for (let batch = 0; goesOn(sent); ) {
      const world = await createWorld(app.url);
      const arbitrary = inputs(description, world.known);
      for (let i = 0; i < RENEW_EVERY && goesOn(sent); i += 1, batch += 1) {
        const made = fc.sample(arbitrary, { seed: seed + batch, numRuns: BATCH });
        for (let first = 0; first < made.length; first += AT_ONCE) {
          await Promise.all(
            made.slice(first, first + AT_ONCE).map(async (input) => {
              const fault = await world.send(input);
              if (fault !== undefined)
                faults.push(`${fault}, after ${JSON.stringify(input).slice(0, 600)} (seed ${seed + batch})`);
            }),
          );
        }
        sent += made.length;
      }
      world.close();
      await playsOn(app.url, faults);
    }
  } finally {
    await app.close();
  }
  return { sent, faults };
}

/** A guest, an account, or an unknown client. */
type Sender = { readonly cookie: string; client: Client };

/** The cookie of a new account. Each has its own address, because sign-ups are limited by address. */
async function newAccount(url: string): Promise<string> {
  const body = { name: newName(), password: PASSWORD };
  return cookieOf((await request(url, '/api/account/sign-up', { body, headers: ownAddress() })).cookies);
}

async function createWorld(url: string) {
  const cookies = [await newAccount(url), '', (await becomeGuest(url)).cookie, (await becomeGuest(url)).cookie];
  const senders: Sender[] = [];
  /** All connections, so that none keeps reconnecting after the end: two events may replace the same one at once. */
  const opened: Client[] = [];
  async function open(cookie: string): Promise<Client> {
    const client = await connect(url, cookie, ownAddress());
    opened.push(client);
    return client;
  }
  for (const cookie of cookies) senders.push({ cookie, client: await open(cookie) });
  const [host, , guest] = senders;
  if (host === undefined || guest === undefined) throw new Error('no sender is connected');
  const games = [
    await host.client.create({}, 'south'),
    await guest.client.create({ seen: 'link', time: null }, 'south'),
  ];
  for (const gameId of games.slice(0, 1)) await guest.client.command(gameId, { type: 'sit', side: null });
  const known: Known = {
    gameId: games,
    id: games,
    name: ['Computer 3', 'nobody'],
    about: ['nobody'],
    setup: ['long', 'short'],
  };

  async function event({ who, event: name, args }: Extract<Input, { kind: 'event' }>): Promise<string | undefined> {
    const sender = senders[who % senders.length];
    if (sender === undefined) return undefined;
    if (!sender.client.socket.connected) {
      sender.client.close();
      sender.client = await open(sender.cookie);
    }
    const { socket } = sender.client;
    if (!socket.connected) return undefined; // closed by the server at once, because its account was deleted
    const answer = await Promise.race([
      answerTo(socket, name, args),
      onceGone(socket, 'disconnect').then(() => 'closed'),
    ]);
    return answer === 'closed' ? undefined : faultOf(answer);
  }

  async function ask(input: Extract<Input, { kind: 'request' }>): Promise<string | undefined> {
    const { cookie = '' } = senders[input.who % senders.length] ?? {};
    const leave = AbortSignal.timeout(HANG_MS);
    const response = await fetch(`${url}${input.path}`, {
      method: input.method,
      redirect: 'manual',
      signal: leave,
      headers: { ...ownAddress(), ...(cookie !== '' && { cookie }), ...(input.type && { 'content-type': input.type }) },
      ...(input.body !== undefined && {
        body: typeof input.body === 'string' ? input.body : Uint8Array.from(input.body),
      }),
    }).catch((error: unknown) => String(error));
    if (typeof response === 'string') return `no answer: ${response}`;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    return response.status === 500 ? `${response.status}: ${text}` : undefined;
  }

  return {
    known,
    send: (input: Input): Promise<string | undefined> => {
      if (input.kind === 'event') return event(input);
      return input.kind === 'request' ? ask(input) : sendBytes(url, input.bytes);
    },
    close(): void {
      for (const client of opened) client.close();
    },
  };
}

const onceGone = (socket: Socket, event: 'disconnect'): Promise<void> =>
  new Promise((resolve) => socket.once(event, () => resolve()));

const answerTo = (socket: Socket, event: string, args: readonly unknown[]): Promise<unknown> =>
  RESERVED.has(event)
    ? Promise.resolve({ ok: false })
    : socket
        .timeout(HANG_MS)
        .emitWithAck(event, ...args)
        .catch((error: unknown) => `no answer: ${error}`);

/** Names that the client itself does not send. */
const RESERVED = new Set(['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener']);

function faultOf(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer;
  const text = JSON.stringify(answer);
  return text.includes('"unexpected"') ? text : undefined;
}

/** Sends bytes and waits until the server has answered and closed the connection. */
async function sendBytes(url: string, bytes: string): Promise<string | undefined> {
  const socket = connectTcp(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined); // the server may close before it has read all bytes
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.setTimeout(HANG_MS, () => socket.destroy(new Error('no answer')));
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return /^HTTP\/1\.1 500/.test(answer) ? answer : undefined;
}

async function playsOn(url: string, faults: string[]): Promise<void> {
  const [south, north] = [await guestAt(url), await guestAt(url)];
  const gameId = await south.create({}, 'south');
  await north.command(gameId, { type: 'sit', side: null });
  const played = await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  if (!played.ok) faults.push(`nobody can play any more: ${played.refusal.code}`);
  south.close();
  north.close();
}
