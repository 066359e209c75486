import { AsyncLocalStorage } from 'node:async_hooks';
import type { Duplex } from 'node:stream';

/** Runs `work` for the connection that a TCP stream carries. A fault of it is reported and closes that connection. */
export type Contain = (stream: Duplex, work: () => unknown) => void;

export type Containment = ReturnType<typeof createContainment>;

/** The connection whose packet is being processed. */
type Context = {
  readonly fail: (error: unknown) => void;
  /** Whether the event loop is still in the turn that began with the packet. */
  isInTurn: boolean;
};

const contexts = new AsyncLocalStorage<Context>();

/** Keeps the faults of one connection from ending the process, which would end all others. */
export function createContainment(reportError: (error: unknown) => void) {
  const known = new WeakMap<Duplex, Context>();

  function contextOf(stream: Duplex): Context {
    const before = known.get(stream);
    if (before !== undefined) return before;
    // Timers and promises keep a context, which must not keep the connection in memory.
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

    /** The same for arriving packets: work that they start later also belongs to their connection. */
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
 * Contains an error that no code has caught, if a connection caused it: a rejection of a promise that one of its packets
 * started, or an exception in the same turn of the event loop as the packet, such as in a callback of Socket.IO. A later
 * exception, such as in a timer, may have ended a chain of work that all connections need, and is not contained.
 *
 * @returns whether it is contained
 */
export function containUncaught(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): boolean {
  const context = contexts.getStore();
  if (context === undefined || (origin === 'uncaughtException' && !context.isInTurn)) return false;
  context.fail(error);
  return true;
}
