import type { Frame } from './gif-frames.ts';
import { type Box, paint, standalone } from './svg-image.ts';

/** What the worker is given: a board without pieces, each kind of piece and of goal, and what stands where when. */
export type GifInput = {
  readonly width: number;
  readonly height: number;
  /** Pixels a board unit. */
  readonly scale: number;
  readonly ground: ImageBitmap;
  readonly kinds: ReadonlyMap<string, ImageBitmap>;
  readonly frames: readonly Frame[];
  readonly colours: { readonly sun: string; readonly case: string };
};
export type FromWorker =
  | { readonly done: number }
  | { readonly gif: Uint8Array<ArrayBuffer> }
  | { readonly fault: string };

/** Width of the GIF in pixels: squares can be told apart, and the file stays small. */
const WIDTH = 480;
/** Room round a piece for its shadow, in board units either way. */
const PIECE_BOX: Box = { x: -64, y: -64, width: 128, height: 128 };

type GifParts = { ground: SVGSVGElement; box: Box; sprites: ReadonlyMap<string, SVGSVGElement>; paper: string };

/**
 * Makes the animation of a game as a GIF, away from the page's own thread.
 * @param onprogress called with the share that is done, 0 to 1
 * @throws when the browser cannot draw it
 */
export async function createGif(
  { ground, box, sprites, paper }: GifParts,
  frames: readonly Frame[],
  onprogress: (share: number) => void,
): Promise<Blob> {
  const scale = WIDTH / box.width;
  const bitmapOf = async (svg: SVGSVGElement, of: Box, on?: string) =>
    createImageBitmap(await paint(standalone([svg], of, on), of, Math.round(of.width * scale)));
  const kinds = await Promise.all(
    [...sprites].map(async ([kind, svg]) => [kind, await bitmapOf(svg, PIECE_BOX)] as const),
  );
  const style = getComputedStyle(document.documentElement);
  const floor = await bitmapOf(ground, box, paper);
  const gif: GifInput = {
    width: floor.width,
    height: floor.height,
    scale,
    ground: floor,
    kinds: new Map(kinds),
    frames,
    colours: { sun: style.getPropertyValue('--sun'), case: style.getPropertyValue('--case') },
  };
  const worker = new Worker(new URL('./gif.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ('done' in data) onprogress(data.done / frames.length);
        else if ('gif' in data) resolve(new Blob([data.gif], { type: 'image/gif' }));
        else reject(new Error(data.fault));
      };
      worker.postMessage(gif, [gif.ground, ...gif.kinds.values()]);
    });
  } finally {
    worker.terminate();
  }
}
