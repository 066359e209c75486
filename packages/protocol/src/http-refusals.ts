import * as z from 'zod/mini';

/** Refusals of HTTP requests for how they were sent. They are part of `Refusal`, and `explain` has their sentences too. */
export const HttpRefusal = z.discriminatedUnion('code', [
  z.object({ code: z.literal('foreign-origin') }),
  z.object({ code: z.literal('no-such-route') }),
  z.object({ code: z.literal('unsupported-content') }),
  z.object({ code: z.literal('body-too-large'), maxBytes: z.int() }),
]);
export type HttpRefusal = z.infer<typeof HttpRefusal>;

export function explainHttp(refusal: HttpRefusal): string {
  switch (refusal.code) {
    case 'foreign-origin':
      return 'That came from a page of another site. Send it from here, or from a program.';
    case 'no-such-route':
      return 'There is no such address in this API. See /api for those that there are.';
    case 'unsupported-content':
      return 'The server does not read that type of content. See /api for those it reads.';
    case 'body-too-large':
      return `That is too long: the server reads ${refusal.maxBytes} bytes here at most. Send less.`;
  }
}
