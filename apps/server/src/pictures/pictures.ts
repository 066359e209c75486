import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';

/** A thread that nothing has been asked of for so long ends, in ms. */
const IDLE_MS = 60_000;

/** Of the pictures that are kept, in bytes. */
const MAX_KEPT = 24 * 1024 * 1024;

export type Pictures = ReturnType<typeof createPictures>;

type Draw = () => string;

/** Makes PNGs of drawings, one at a time; those that were asked for of late, or are being made, are drawn and made once. */
export function createPictures() {
  const thread = new Piscina<string, Uint8Array>({
    filename: new URL('./png.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });
  const kept = new LRUCache<string, Uint8Array, Draw>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_, __, { context: draw }) => thread.run(draw()),
  });

  return {
    /**
     * @param content identifies the picture: equal content is drawn once
     * @param draw makes the SVG, which needs no style sheet and no font; called where there is no such picture yet
     */
    async png(content: string, draw: Draw): Promise<Uint8Array> {
      const png = await kept.fetch(content, { context: draw });
      if (png === undefined) throw new Error('the picture was not made');
      return png;
    },

    close: (): Promise<void> => thread.destroy(),
  };
}
