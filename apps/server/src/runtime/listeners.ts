export type Listeners<Args extends readonly unknown[]> = ReturnType<typeof createListeners<Args>>;

/** Listeners to one kind of event. Exceptions are reported and affect neither the other listeners nor the caller. */
export function createListeners<Args extends readonly unknown[]>(reportError: (error: unknown) => void) {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add: (listener: (...args: Args) => void): void => void listeners.add(listener),
    delete: (listener: (...args: Args) => void): void => void listeners.delete(listener),
    call(...args: Args): void {
      for (const listener of listeners) {
        try {
          listener(...args);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
