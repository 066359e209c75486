/** A start that failed for a reason the operator can correct, as one sentence. Programs recognise it by its name. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The `code` of a Node error, such as ENOENT. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
