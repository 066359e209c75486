/** A failed start that the operator can correct; the message is one sentence. Programs recognize it by its name. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The `code` of a Node error, such as ENOENT. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
