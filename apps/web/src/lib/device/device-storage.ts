type Schema<T> = { safeParse(raw: unknown): { success: true; data: T } | { success: false } };

/** The browser's storage. If the browser refuses it, texts are kept in memory until the page is closed. */
export class DeviceStorage {
  readonly #open: () => Storage;
  readonly #unsaved = new Map<string, string>();

  /** @param open returns the browser's storage; may throw, as `localStorage` does when storage is blocked */
  constructor(open: () => Storage) {
    this.#open = open;
  }

  /** @returns null when the key is missing or unreadable */
  read(key: string): string | null {
    const unsaved = this.#unsaved.get(key);
    if (unsaved !== undefined) return unsaved;
    try {
      return this.#open().getItem(key);
    } catch {
      return null;
    }
  }

  /** @returns whether the text survives closing the page */
  write(key: string, text: string): boolean {
    this.#unsaved.delete(key);
    try {
      this.#open().setItem(key, text);
      return true;
    } catch {
      this.#unsaved.set(key, text);
      return false;
    }
  }

  /** @returns undefined when the key is missing or does not match the schema */
  readJson<T>(key: string, schema: Schema<T>): T | undefined {
    try {
      const parsed = schema.safeParse(JSON.parse(this.read(key) ?? ''));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  /** @returns whether the value survives closing the page */
  writeJson(key: string, value: unknown): boolean {
    return this.write(key, JSON.stringify(value));
  }

  remove(key: string): void {
    this.#unsaved.delete(key);
    try {
      this.#open().removeItem(key);
    } catch {
      // Blocked storage has nothing to remove.
    }
  }
}

/** Shared by all tabs; kept until the visitor clears it. */
export const deviceStorage = new DeviceStorage(() => localStorage);

/** Per tab: survives a reload, not the end of the tab. */
export const tabStorage = new DeviceStorage(() => sessionStorage);
