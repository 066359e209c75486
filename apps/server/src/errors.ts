/**
 * A start that failed for a reason the operator can mend. The message is the one sentence they read;
 * anything else thrown on the way up is our own mistake and keeps its stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartFault';
}

/** The `code` a Node or Postgres error carries, such as ECONNREFUSED or 28P01. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Says in words what an unexpected error was, for a sentence or a log line. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
