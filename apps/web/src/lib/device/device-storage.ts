/** A zod schema. */
type Schema<T> = { safeParse(raw: unknown): { success: true; data: T } | { success: false } };

/**
 * Texts that the browser keeps by key. Browsers refuse storage in some private modes, when a site's data is blocked and
 * when the quota is used up: such a text is kept in memory until the page is closed. Never throws.
 */
export class DeviceStorage {
  readonly #open: () => Storage;
  readonly #unsaved = new Map<string, string>();

  /** @param open returns the browser's storage; may throw, since reading `localStorage` does when storage is blocked */
  constructor(open: () => Storage) {
    this.#open = open;
  }

  /** @returns null when there is no such text, or the browser does not show it */
  read(key: string): string | null {
    const unsaved = this.#unsaved.get(key);
    if (unsaved !== undefined) return unsaved;
    try {
      return this.#open().getItem(key);
    } catch {
      return null;
    }
  }

  /** @returns whether the text is still there after the page is closed */
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

  /** @returns undefined when there is no such text, or it is no JSON of this schema */
  readJson<T>(key: string, schema: Schema<T>): T | undefined {
    try {
      const parsed = schema.safeParse(JSON.parse(this.read(key) ?? ''));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  /** @returns whether the value is still there after the page is closed */
  writeJson(key: string, value: unknown): boolean {
    return this.write(key, JSON.stringify(value));
  }

  remove(key: string): void {
    this.#unsaved.delete(key);
    try {
      this.#open().removeItem(key);
    } catch {
      // Blocked storage holds nothing that could be removed.
    }
  }
}

/** Shared by all tabs, and kept until the visitor clears it. */
export const deviceStorage = new DeviceStorage(() => localStorage);

/** Of one tab: survives a reload, and ends with the tab. */
export const tabStorage = new DeviceStorage(() => sessionStorage);
