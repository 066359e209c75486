import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type GameStore, LOOK } from '../game/store.ts';
import type { Readiness } from '../readiness.ts';
import { everyone } from './access.ts';
import { type Router, text } from './route.ts';

/** How long one look at the database is worth, in ms: whoever asks more often is told the same. */
const FRESH_MS = 2_000;

type Services = {
  readonly games: Pick<GameStore, 'beat'>;
  readonly readiness: Pick<Readiness, 'phase'>;
  readonly now: () => number;
};

/** Why no traffic should come, in one word. */
type Unready = 'starting' | 'stopping' | 'database';

/**
 * For monitoring and load balancers: `/health` is whether the process answers, `/ready` whether it may be sent traffic. Nobody
 * is authenticated for them, so that the first needs no database.
 */
export function addHealthRoutes({ route }: Router, { games, readiness, now }: Services): void {
  let latest: { readonly at: number; readonly saves: Promise<boolean> } | undefined;

  /** Writes a row: a database whose disk is full, or that only reads, still answers questions. */
  function saves(): Promise<boolean> {
    if (latest === undefined || Math.abs(now() - latest.at) > FRESH_MS) {
      latest = {
        at: now(),
        saves: games.beat(LOOK).then(
          () => true,
          () => false,
        ),
      };
    }
    return latest.saves;
  }

  const ofItself = (): Unready | undefined => (readiness.phase === 'started' ? undefined : readiness.phase);

  /** What the node says of itself is asked again after the database: it may have begun to stop meanwhile. */
  const reasonAgainst = async () => ofItself() ?? ((await saves()) ? ofItself() : 'database');

  route({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    access: everyone('read'),
    anonymous: true,
    tag: 'Service',
    summary: 'Whether the server is alive',
    description: 'Asks nothing of the database: who does not answer this is to be started anew.',
    reply: z.object({ alive: z.literal(true) }),
    handler: async () => ({ alive: true as const }),
  });

  route({
    method: 'GET',
    path: '/ready',
    operationId: 'getReadiness',
    access: everyone('read'),
    anonymous: true,
    tag: 'Service',
    summary: 'Whether the server may be sent traffic',
    description:
      'It has started, does not stop, and can save games. Else 503 and one word: `starting`, `stopping` or `database`.',
    reply: text('text/plain', 'The word `ready`.'),
    refusals: 'text',
    handler: async ({ reply }) => {
      const reason = await reasonAgainst();
      return reason === undefined ? word(reply, 'ready') : word(reply.code(503), reason);
    },
  });
}

const word = (reply: FastifyReply, said: Unready | 'ready') =>
  reply.type('text/plain; charset=utf-8').send(`${said}\n`);
