import { MAX_INT4, ModerationView, NewReport, NewSanction } from '@terrace/protocol';
import { z } from 'zod';
import type { Moderation } from '../moderation/moderation.ts';
import { admins, guests } from './access.ts';
import { unwrap } from './refusals.ts';
import type { Router } from './route.ts';

const RowId = z.object({ id: z.coerce.number().int().positive().max(MAX_INT4) });

export function addModerationRoutes({ tagged }: Router, moderation: Moderation): void {
  const route = tagged('Moderation');
  route('POST', '/api/reports', {
    operationId: 'reportPlayer',
    access: guests(null),
    summary: 'Report a player',
    description: 'At most ten times an hour.',
    body: NewReport,
    example: { body: { about: 'somebody', reason: 'talk', text: 'Rude.', gameId: null } },
    handler: async ({ actor, body }) => unwrap(await moderation.report(actor.player.id, body)),
  });

  route('GET', '/api/moderation', {
    operationId: 'getModeration',
    access: admins(),
    summary: 'Reports, sanctions and the audit log',
    description: 'Pending reports, sanctions in force and recent actions, each newest first.',
    reply: ModerationView,
    handler: async () => moderation.view(),
  });

  route('POST', '/api/moderation/reports/:id/handled', {
    operationId: 'handleReport',
    access: admins(),
    summary: 'Mark a report as handled',
    description: 'The report is no longer pending.',
    params: RowId,
    example: { params: { id: 17 } },
    handler: async ({ actor, params }) => unwrap(await moderation.handle(actor.player.id, params.id)),
  });

  route('POST', '/api/moderation/sanctions', {
    operationId: 'sanctionPlayer',
    access: admins(),
    summary: 'Mute or suspend a player',
    description: 'Without `days` the sanction lasts until it is lifted.',
    body: NewSanction,
    example: { body: { about: 'somebody', kind: 'mute', reason: 'Rude.', days: 1 } },
    handler: async ({ actor, body }) => unwrap(await moderation.sanction(actor.player.id, body)),
  });

  route('POST', '/api/moderation/sanctions/:id/lifted', {
    operationId: 'liftSanction',
    access: admins(),
    summary: 'Lift a sanction',
    description: 'Takes effect immediately.',
    params: RowId,
    example: { params: { id: 17 } },
    handler: async ({ actor, params }) => unwrap(await moderation.lift(actor.player.id, params.id)),
  });
}
