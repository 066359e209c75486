import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';

const IDLE_MS = 60_000;

/** In bytes. */
const MAX_KEPT = 24 * 1024 * 1024;

export type Pictures = ReturnType<typeof createPictures>;

type Draw = () => string;

/** Draws PNGs one at a time. Recent and pending pictures are drawn once. */
export function createPictures() {
  const thread = new Piscina<string, Uint8Array>({
    filename: new URL('./png.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });
  thread.on('error', () => undefined); // a thread that cannot start fails its task, and must not end this process
  const kept = new LRUCache<string, Uint8Array, Draw>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_, __, { context: draw }) => thread.run(draw()),
  });

  return {
    /** @param content identifies the picture @param draw returns the SVG, without style sheets or fonts */
    async png(content: string, draw: Draw): Promise<Uint8Array> {
      const png = await kept.fetch(content, { context: draw });
      if (png === undefined) throw new Error('the picture was not drawn');
      return png;
    },

    close: (): Promise<void> => thread.destroy(),
  };
}
