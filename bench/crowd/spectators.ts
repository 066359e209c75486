/**
 * Many spectators in one process, over bare sockets, so that they cost little compared with the server. The first
 * message says what to follow. The process answers when all of them follow it, and then with the times at which the
 * first and the last spectator received each broadcast.
 */
import { connectBare } from '../bare-socket.ts';

/** `request` is a Socket.IO event with its payload, `event` the counted broadcasts. */
export type Follow = {
  readonly url: string;
  readonly count: number;
  readonly firstAddress: number;
  readonly request: readonly unknown[];
  readonly event: string;
};

/** In ms since 1970. */
export type Reached = { readonly firstAt: number; readonly lastAt: number };

export type SpectatorReport = { readonly following: number } | Reached;

const WAVE = 50;

const now = (): number => performance.timeOrigin + performance.now();

async function spectator(follow: Follow, address: number, onBroadcast: () => void): Promise<void> {
  const counted = `42["${follow.event}"`;
  const socket = await connectBare(follow.url, {
    address,
    onEvent: (text) => {
      if (text.startsWith(counted)) onBroadcast();
    },
    onClose: () => {
      throw new Error('the server closed the connection');
    },
  });
  const [event, ...payload] = follow.request;
  const answer = await socket.ask(String(event), ...payload);
  if (answer.includes('"ok":false')) throw new Error(answer);
}

async function main(follow: Follow): Promise<void> {
  const reached: { count: number; firstAt: number }[] = [];
  const send = (report: SpectatorReport) => void process.send?.(report);
  for (let i = 0; i < follow.count; i += WAVE) {
    const wave = Array.from({ length: Math.min(WAVE, follow.count - i) }, (_, j) => {
      let received = 0;
      return spectator(follow, follow.firstAddress + i + j, () => {
        if (!isComplete) return;
        const nth = reached[received] ?? { count: 0, firstAt: now() };
        reached[received] = nth;
        received += 1;
        nth.count += 1;
        if (nth.count === follow.count) send({ firstAt: nth.firstAt, lastAt: now() });
      });
    });
    await Promise.all(wave);
  }
  isComplete = true;
  send({ following: follow.count });
}

let isComplete = false;
process.once('message', (follow: Follow) => main(follow));
process.once('disconnect', () => process.exit());
