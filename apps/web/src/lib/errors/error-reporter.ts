import { type ClientError, MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from '@terrace/protocol';

/** Different errors that one page load reports. */
const MAX_REPORTS = 10;

export type ErrorSource = ClientError['source'];

export type ErrorReport = Pick<ClientError, 'reference' | 'source' | 'message' | 'stack'>;

/** Reports an error. @returns the reference to show to the player; undefined for an error that is not reported */
export type ReportError = (error: unknown, source: ErrorSource) => string | undefined;

type Options = {
  /** Sends a report. It must not throw. */
  readonly send: (report: ErrorReport) => void;
  readonly newReference: () => string;
};

/** Passes an error that has already been reported to the component that shows it. */
export class ReportedError extends Error {
  readonly reference: string | undefined;

  constructor(reference: string | undefined) {
    super('an error that has been reported');
    this.reference = reference;
  }
}

/**
 * Creates a reporter of unexpected errors. It reports each error once and at most 10 different ones. It ignores cancelled
 * requests, errors of browser extensions, and thrown values that are not errors: those may hold what a player typed.
 */
export function createErrorReporter({ send, newReference }: Options): ReportError {
  const references = new Map<string, string>();

  return (error, source) => {
    if (error instanceof ReportedError) return error.reference;
    if (!(error instanceof Error)) return undefined;
    const message = `${error.name}: ${error.message}`.slice(0, MAX_ERROR_MESSAGE);
    const stack = (error.stack ?? '').slice(0, MAX_ERROR_STACK);
    if (isForeign(error.name, message, stack)) return undefined;
    const key = `${message}\n${stack}`;
    const known = references.get(key);
    if (known !== undefined || references.size >= MAX_REPORTS) return known;
    const reference = newReference();
    references.set(key, reference);
    send({ reference, source, message, stack });
    return reference;
  };
}

const EXTENSION = /\b(chrome|moz|safari-web|safari)-extension:/;

const isForeign = (name: string, message: string, stack: string): boolean =>
  name === 'AbortError' || EXTENSION.test(stack) || message.includes('ResizeObserver loop');
