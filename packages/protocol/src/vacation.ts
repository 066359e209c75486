import * as z from 'zod/mini';
import { Instant } from './ids.ts';
import { VACATION_DAYS } from './limits.ts';
import { openApiRegistry } from './openapi.ts';

/** `GET /api/me/vacation`: the present vacation, and the days left in this calendar year. */
export const VacationView = z
  .object({
    vacation: z.nullable(z.object({ since: Instant, until: Instant })),
    year: z.int(),
    daysLeft: z.int(),
  })
  .register(openApiRegistry, { id: 'VacationView' });
export type VacationView = z.infer<typeof VacationView>;

/** `POST /api/me/vacation`. */
export const BeginVacation = z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(VACATION_DAYS)) });
