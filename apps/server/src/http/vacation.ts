import { BeginVacation, VacationView } from '@terrace/protocol';
import type { Vacations } from '../vacations/vacations.ts';
import { accounts } from './access.ts';
import { unwrap } from './refusals.ts';
import type { Router } from './route.ts';

/** Vacations need an account: a new guest would have new days. */
export function addVacationRoutes({ tagged }: Router, vacations: Vacations): void {
  const route = tagged('Players');
  route('GET', '/api/me/vacation', {
    operationId: 'getVacation',
    access: accounts('read'),
    summary: 'Your vacation',
    description: 'The present one, or null, and the days left in this calendar year (UTC).',
    reply: VacationView,
    handler: ({ actor }) => vacations.view(actor.player.id),
  });

  route('POST', '/api/me/vacation', {
    operationId: 'beginVacation',
    access: accounts('play'),
    summary: 'Go on vacation',
    description:
      'Begins at once and lasts this many times 24 hours. Your clock stops in all games by correspondence, including new ones, and you may still move. Time that was over before is lost.',
    body: BeginVacation,
    example: { body: { days: 7 } },
    reply: VacationView,
    handler: async ({ actor, body }) => unwrap(await vacations.begin(actor.player.id, body.days)),
  });

  route('DELETE', '/api/me/vacation', {
    operationId: 'endVacation',
    access: accounts('play'),
    summary: 'End your vacation',
    description: 'Your clocks run again. Days that have started are used up.',
    reply: VacationView,
    handler: async ({ actor }) => unwrap(await vacations.end(actor.player.id)),
  });
}
