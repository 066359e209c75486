import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Duplex } from 'node:stream';

/** Runs `work` for the connection on a TCP stream. An error is reported and closes the connection. */
export type Contain = (stream: Duplex, work: () => unknown) => void;

export type Containment = ReturnType<typeof createContainment>;

type Context = {
  readonly fail: (error: unknown) => void;
  /** The number of the event loop's turn in which the last packet arrived. */
  turn: number;
};

/** The asynchronous scope of a connection is entered with each packet, which is much cheaper than a new one each time. */
type Scoped = { readonly context: Context; readonly scope: AsyncResource };

const contexts = new AsyncLocalStorage<Context>();

/** Counts turns of the event loop in which packets arrived. */
let turn = 0;
let isTurnCounted = false;

function currentTurn(): number {
  if (!isTurnCounted) {
    isTurnCounted = true;
    setImmediate(() => {
      isTurnCounted = false;
      turn += 1;
    });
  }
  return turn;
}

/** Keeps an error of one connection from ending the process and with it all other connections. */
export function createContainment(reportError: (error: unknown) => void) {
  const known = new WeakMap<Duplex, Scoped>();

  function scopeOf(stream: Duplex): Scoped {
    const before = known.get(stream);
    if (before !== undefined) return before;
    // A weak reference, because timers and promises keep the context alive.
    const reference = new WeakRef(stream);
    const fail = (error: unknown) => {
      reportError(error);
      reference.deref()?.destroy();
    };
    const context = { fail, turn: -1 };
    const scoped = { context, scope: contexts.run(context, () => new AsyncResource('connection')) };
    known.set(stream, scoped);
    return scoped;
  }

  const contain: Contain = (stream, work) => {
    try {
      const result = work();
      if (result instanceof Promise) result.catch(scopeOf(stream).context.fail);
    } catch (error) {
      scopeOf(stream).context.fail(error);
    }
  };

  return {
    contain,

    /** Like `contain`, for arriving packets: work they start later also belongs to the connection. */
    enter(stream: Duplex, work: () => unknown): void {
      const { context, scope } = scopeOf(stream);
      context.turn = currentTurn();
      scope.runInAsyncScope(contain, undefined, stream, work);
    },
  };
}

/** Runs work that belongs to a context. */
export type Entered = (work: () => void) => void;

/** A context for one request. @param fail called with each error that belongs to it */
export function enterContext(fail: (error: unknown) => void): Entered {
  const context = { fail, turn: -1 };
  return (work) => contexts.run(context, work);
}

/**
 * Contains rejected promises that a packet or request started, and exceptions in its event loop turn. Later exceptions, such as in
 * a timer, may have broken work that all connections need. @returns whether the error is contained
 */
export function containUncaught(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): boolean {
  const context = contexts.getStore();
  if (context === undefined || (origin === 'uncaughtException' && context.turn !== turn)) return false;
  context.fail(error);
  return true;
}
