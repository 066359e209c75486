import type { z } from 'zod';

/** A message without an answer. */
export type EventMessage<P extends z.ZodType> = { readonly name: string; readonly payload: P };

/** A message with one answer. */
export type RequestMessage<P extends z.ZodType, A extends z.ZodType> = EventMessage<P> & { readonly answer: A };

/** Handles the messages of one name. */
export type Receiver = { readonly name: string; readonly receive: (payload: unknown) => Promise<unknown> };

/** Declares an event between a process and its child. Both sides import the declaration. */
export const defineEvent = <P extends z.ZodType>(name: string, payload: P): EventMessage<P> => ({ name, payload });

/** Declares a request between a process and its child, in either direction. Both sides import the declaration. */
export const defineRequest = <P extends z.ZodType, A extends z.ZodType>(
  name: string,
  payload: P,
  answer: A,
): RequestMessage<P, A> => ({ name, payload, answer });

export const onEvent = <P extends z.ZodType>(
  { name, payload: schema }: EventMessage<P>,
  handle: (payload: z.output<P>) => void | Promise<void>,
): Receiver => ({
  name,
  receive: async (payload) => {
    await handle(schema.parse(payload));
  },
});

/** An exception of `handle` rejects the request of the other side with its message. */
export const onRequest = <P extends z.ZodType, A extends z.ZodType>(
  { name, payload: schema }: RequestMessage<P, A>,
  handle: (payload: z.output<P>) => z.input<A> | Promise<z.input<A>>,
): Receiver => ({ name, receive: async (payload) => handle(schema.parse(payload)) });
