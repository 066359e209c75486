import * as z from 'zod/mini';

/** Refusals of HTTP requests for how they were sent. They are part of `Refusal`. */
export const HttpRefusal = z.discriminatedUnion('code', [
  z.object({ code: z.literal('foreign-origin') }),
  z.object({ code: z.literal('no-such-route') }),
  z.object({ code: z.literal('unsupported-content') }),
  z.object({ code: z.literal('body-too-large'), maxBytes: z.int() }),
]);
export type HttpRefusal = z.infer<typeof HttpRefusal>;
