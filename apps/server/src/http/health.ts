import { z } from 'zod';
import { DatabaseUnavailable, type GameStore } from '../game/store.ts';
import { everyone } from './access.ts';
import type { Router } from './route.ts';

/** How long one look at the database is worth, in ms: whoever asks more often is told the same. */
const FRESH_MS = 2_000;

type Services = { readonly games: Pick<GameStore, 'beat'>; readonly now: () => number };

/** For monitoring: 200 when the server can save games, 503 when it cannot. */
export function addHealthRoute({ route }: Router, { games, now }: Services): void {
  let latest: { readonly at: number; readonly saved: Promise<void> } | undefined;

  /** Writes a row: a database whose disk is full, or that only reads, still answers questions. */
  function saves(): Promise<void> {
    if (latest === undefined || Math.abs(now() - latest.at) > FRESH_MS) {
      latest = { at: now(), saved: games.beat('health') };
    }
    return latest.saved;
  }

  route({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    access: everyone('read'),
    tag: 'Service',
    summary: 'Whether the server can save games',
    description: '503 while it cannot.',
    reply: z.object({ database: z.literal('up') }),
    handler: async () => {
      await saves().catch((cause: unknown) => {
        throw new DatabaseUnavailable('Postgres saves nothing', { cause });
      });
      return { database: 'up' as const };
    },
  });
}
