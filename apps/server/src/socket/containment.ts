import { AsyncLocalStorage } from 'node:async_hooks';
import type { Duplex } from 'node:stream';

/** Runs `work` for the connection on a TCP stream. An error is reported and closes the connection. */
export type Contain = (stream: Duplex, work: () => unknown) => void;

export type Containment = ReturnType<typeof createContainment>;

type Context = {
  readonly fail: (error: unknown) => void;
  /** Whether the event loop is still in the turn in which the packet arrived. */
  isInTurn: boolean;
};

const contexts = new AsyncLocalStorage<Context>();

/** Keeps an error of one connection from ending the process and with it all other connections. */
export function createContainment(reportError: (error: unknown) => void) {
  const known = new WeakMap<Duplex, Context>();

  function contextOf(stream: Duplex): Context {
    const before = known.get(stream);
    if (before !== undefined) return before;
    // A weak reference, because timers and promises keep the context alive.
    const reference = new WeakRef(stream);
    const fail = (error: unknown) => {
      reportError(error);
      reference.deref()?.destroy();
    };
    const context = { fail, isInTurn: false };
    known.set(stream, context);
    return context;
  }

  const contain: Contain = (stream, work) => {
    const { fail } = contextOf(stream);
    try {
      const result = work();
      if (result instanceof Promise) result.catch(fail);
    } catch (error) {
      fail(error);
    }
  };

  return {
    contain,

    /** Like `contain`, for arriving packets: work they start later also belongs to the connection. */
    enter(stream: Duplex, work: () => unknown): void {
      const context = contextOf(stream);
      if (!context.isInTurn) {
        context.isInTurn = true;
        setImmediate(() => {
          context.isInTurn = false;
        });
      }
      contexts.run(context, () => contain(stream, work));
    },
  };
}

/**
 * Contains rejected promises that a packet started, and exceptions in its event loop turn. Later exceptions, such as in
 * a timer, may have broken work that all connections need. @returns whether the error is contained
 */
export function containUncaught(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): boolean {
  const context = contexts.getStore();
  if (context === undefined || (origin === 'uncaughtException' && !context.isInTurn)) return false;
  context.fail(error);
  return true;
}
