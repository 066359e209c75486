import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { guestCookie } from '../../apps/server/src/testing/guest.ts';

/**
 * What became of a flood's requests: answered, if only that there is no such thing; refused for their number or because there is
 * too much to do; failed by a fault of ours; cut, so that no answer came.
 */
export type Counts = { answered: number; refused: number; failed: number; cut: number };

export type Attacker = ReturnType<typeof createAttacker>;

type Target = { readonly url: string; readonly address: string; readonly secret: string; readonly seconds: number };

/** Requests an attacker makes in a second at most, so that its own work does not pass for the server's. */
const MAX_PER_SECOND = 1_000;
const TIMEOUT_MS = 10_000;

/** One stranger with one machine: everything goes out from one address, and what comes back is counted. */
export function createAttacker({ url, address, secret, seconds }: Target) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, localAddress: address, maxSockets: 200 });
  const until = performance.now() + seconds * 1000;
  const counts: Counts = { answered: 0, refused: 0, failed: 0, cut: 0 };
  let nextAt = performance.now();
  const isOver = () => performance.now() >= until;

  /** Waits for this request's turn within the attacker's rate. */
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

    /** Runs so many at a time, each again and again until the time is over. */
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

    /** One HTTP request; the body of the answer is read and dropped. */
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

    /** A socket of a guest, new unless a cookie is given. */
    async connect(cookie = guestCookie(secret)): Promise<Socket> {
      const socket = io(url, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        // socket.io-client hands it to `ws`, but its types are those of browsers
        agent: new Agent({ localAddress: address }) as never,
        extraHeaders: { cookie },
      });
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return socket;
    },

    /** One request over a socket. @returns the value of a good answer */
    async emit(socket: Socket, event: string, payload: unknown): Promise<unknown> {
      if (!socket.connected) throw new Error('hung up');
      const answer = await socket.timeout(TIMEOUT_MS).emitWithAck(event, payload);
      counts[answer.ok ? 'answered' : kindOf(answer.refusal.code)] += 1;
      return answer.ok ? answer.value : undefined;
    },
  };
  return attacker;
}

const kindOf = (code: string): keyof Counts =>
  code === 'unexpected' ? 'failed' : /^(too-many|busy|not-saved)/.test(code) ? 'refused' : 'answered';
