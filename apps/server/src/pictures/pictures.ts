import { LRUCache } from 'lru-cache';
import { createThread } from '../runtime/thread.ts';

/** In bytes. */
const MAX_KEPT = 24 * 1024 * 1024;

export type Pictures = ReturnType<typeof createPictures>;

type Draw = () => string;

/** Draws PNGs one at a time. Recent and pending pictures are drawn once. */
export function createPictures(reportError: (error: unknown) => void) {
  const thread = createThread<string, Uint8Array>(new URL('./png.worker.ts', import.meta.url), { reportError });
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

    close: thread.close,
  };
}
