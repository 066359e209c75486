import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { guestCookie } from '../../apps/server/src/testing/guest.ts';

/**
 * Outcomes of a flood's requests: answered (even with 404), refused by limits or overload, failed by a server error, or
 * cut without an answer.
 */
export type Counts = { answered: number; refused: number; failed: number; cut: number };

export type Attacker = ReturnType<typeof createAttacker>;

type Target = { readonly url: string; readonly address: string; readonly secret: string; readonly seconds: number };

/** Maximum requests a second, so that the attacker's own work is not counted as the server's. */
const MAX_PER_SECOND = 1_000;
const TIMEOUT_MS = 10_000;

/** An attacker with one address that counts the answers. */
export function createAttacker({ url, address, secret, seconds }: Target) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, localAddress: address, maxSockets: 200 });
  const until = performance.now() + seconds * 1000;
  const counts: Counts = { answered: 0, refused: 0, failed: 0, cut: 0 };
  let nextAt = performance.now();
  const isOver = () => performance.now() >= until;

  async function turn(): Promise<void> {
    nextAt = Math.max(nextAt + 1000 / MAX_PER_SECOND, performance.now() - 100);
    const wait = nextAt - performance.now();
    if (wait > 1) await delay(wait);
  }

  const attacker = {
    hostname,
    port: Number(port),
    address,
    counts,
    isOver,
    cookie: () => guestCookie(secret),

    async repeat(atATime: number, job: (worker: number) => Promise<unknown>): Promise<void> {
      const workers = Array.from({ length: atATime }, async (_, worker) => {
        while (!isOver()) {
          await turn();
          await job(worker).catch(async () => {
            counts.cut += 1;
            await delay(50);
          });
        }
      });
      await Promise.all(workers);
    },

    /** Sends an HTTP request; reads and drops the body of the answer. */
    ask(method: string, path: string, more: { body?: string | Buffer; headers?: Record<string, string> } = {}) {
      const { body, headers = {} } = more;
      return new Promise<void>((resolve, reject) => {
        const sent = request({ agent, hostname, port, method, path, headers, timeout: TIMEOUT_MS }, (answer) => {
          const { statusCode = 0 } = answer;
          counts[[429, 503].includes(statusCode) ? 'refused' : statusCode >= 500 ? 'failed' : 'answered'] += 1;
          answer.resume().once('end', resolve).once('error', reject);
        });
        sent.once('timeout', () => sent.destroy(new Error('no answer')));
        sent.once('error', reject);
        sent.end(body);
      });
    },

    json: (path: string, body: unknown, cookie?: string) =>
      attacker.ask('POST', path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
      }),

    async connect(cookie = guestCookie(secret)): Promise<Socket> {
      const socket = io(url, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        // socket.io-client passes it to `ws`, but its types are those of browsers
        agent: new Agent({ localAddress: address }) as never,
        extraHeaders: { cookie },
      });
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return socket;
    },

    /** Sends a request over a socket. @returns the value of a successful answer */
    async emit(socket: Socket, event: string, payload: unknown): Promise<unknown> {
      if (!socket.connected) throw new Error('disconnected');
      const answer = await socket.timeout(TIMEOUT_MS).emitWithAck(event, payload);
      counts[answer.ok ? 'answered' : kindOf(answer.refusal.code)] += 1;
      return answer.ok ? answer.value : undefined;
    },
  };
  return attacker;
}

const kindOf = (code: string): keyof Counts =>
  code === 'unexpected' ? 'failed' : /^(too-many|busy|not-saved)/.test(code) ? 'refused' : 'answered';
