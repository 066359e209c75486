import { z } from 'zod';
import type { GameStore } from '../game/store.ts';
import { everyone } from './access.ts';
import type { Router } from './route.ts';

/** For monitoring: 200 when the server can save games, 503 when it cannot. */
export function addHealthRoute({ route }: Router, store: GameStore): void {
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
      await store.ping();
      return { database: 'up' as const };
    },
  });
}
