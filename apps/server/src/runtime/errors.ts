import { randomUUID } from 'node:crypto';

/** A start failed for a reason the operator can correct. Only its one-sentence message is printed. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A start failed because another service is unreachable, so that the same start may succeed later. */
export class ServiceUnreachable extends StartError {}

/** Whether an error is a StartError, of the server or of the embedded Postgres. */
export const isStartError = (error: unknown): error is Error => error instanceof Error && error.name === 'StartError';

/** Such as ECONNREFUSED or 28P01. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An id that links the player's error message to its log lines. */
export const newErrorReference = (): string => randomUUID().slice(0, 8);
