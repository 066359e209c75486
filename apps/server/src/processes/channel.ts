import { z } from 'zod';
import { errorMessage } from '../runtime/errors.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import type { EventMessage, Receiver, RequestMessage } from './messages.ts';

/** The other process is down, restarting or overloaded, so it received nothing or its answer is lost. */
export class ProcessUnavailable extends Error {
  override readonly name = 'ProcessUnavailable';
}

/** Messages that the operating system has not accepted yet. A frozen process accepts none. */
const MAX_UNSENT = 1_000;
const MAX_REQUESTS = 1_000;
const REQUEST_TIMEOUT_MS = 10_000;

const Packet = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event'), name: z.string(), payload: z.unknown() }),
  z.object({ type: z.literal('request'), id: z.number(), name: z.string(), payload: z.unknown() }),
  z.object({ type: z.literal('answer'), id: z.number(), answer: z.unknown() }),
  z.object({ type: z.literal('failure'), id: z.number(), problem: z.string() }),
]);
type Packet = z.infer<typeof Packet>;

type Options = {
  /** Sends a packet. Calls `sent` when the operating system has accepted or rejected it. May throw. */
  readonly write: (packet: Packet, sent: () => void) => void;
  readonly receivers: ReadonlyMap<string, Receiver>;
  readonly reportError: (error: unknown) => void;
  readonly scheduler: Scheduler;
};

export type Channel = {
  /** @returns false if the message was dropped because the other process is unavailable */
  send<P extends z.ZodType>(message: EventMessage<P>, payload: z.input<P>): boolean;
  /** @throws ProcessUnavailable, or an error with the message of the one thrown by the other process */
  request<P extends z.ZodType, A extends z.ZodType>(
    message: RequestMessage<P, A>,
    payload: z.input<P>,
    timeoutMs?: number,
  ): Promise<z.output<A>>;
};

type Pending = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void };

/** Typed messages over a connection to another process. Everything that arrives is checked. */
export function createChannel({ write, receivers, reportError, scheduler }: Options) {
  const pending = new Map<number, Pending>();
  let unsent = 0;
  let lastId = 0;
  let isOpen = true;

  function post(packet: Packet): boolean {
    if (!isOpen || unsent >= MAX_UNSENT) return false;
    unsent += 1;
    try {
      write(packet, () => {
        unsent -= 1;
      });
      return true;
    } catch (error) {
      unsent -= 1;
      reportError(error);
      return false;
    }
  }

  async function answerRequest(id: number, name: string, payload: unknown): Promise<void> {
    const receiver = receivers.get(name);
    try {
      if (receiver === undefined) throw new Error(`no receiver of ${name}`);
      post({ type: 'answer', id, answer: await receiver.receive(payload) });
    } catch (error) {
      post({ type: 'failure', id, problem: errorMessage(error) });
    }
  }

  function handle(packet: Packet): void {
    if (packet.type === 'answer') pending.get(packet.id)?.resolve(packet.answer);
    else if (packet.type === 'failure') pending.get(packet.id)?.reject(new Error(packet.problem));
    else if (packet.type === 'request') void answerRequest(packet.id, packet.name, packet.payload);
    else {
      const receiver = receivers.get(packet.name);
      if (receiver === undefined) reportError(new Error(`no receiver of ${packet.name}`));
      else receiver.receive(packet.payload).catch(reportError);
    }
  }

  const channel: Channel = {
    send: ({ name }, payload) => post({ type: 'event', name, payload }),

    async request({ name, answer: schema }, payload, timeoutMs = REQUEST_TIMEOUT_MS) {
      if (pending.size >= MAX_REQUESTS) throw new ProcessUnavailable(`too many requests wait, ${name} was not sent`);
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      pending.set(id, { resolve, reject });
      const cancel: Cancel = scheduler.after(timeoutMs, () =>
        reject(new ProcessUnavailable(`${name} was not answered`)),
      );
      try {
        if (!post({ type: 'request', id, name, payload })) throw new ProcessUnavailable(`${name} was not sent`);
        return schema.parse(await promise);
      } finally {
        cancel();
        pending.delete(id);
      }
    },
  };

  return {
    ...channel,

    receive(raw: unknown): void {
      const parsed = Packet.safeParse(raw);
      if (parsed.success) handle(parsed.data);
      else reportError(parsed.error);
    },

    /** Rejects pending requests, and sends nothing more. */
    close(): void {
      isOpen = false;
      for (const { reject } of pending.values()) reject(new ProcessUnavailable('the process has ended'));
    },
  };
}
