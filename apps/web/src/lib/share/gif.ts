import type { History } from '@terrace/rules';
import { createMix, type PieceOptions, pieceSvg } from '#lib/board/board-svg.ts';
import type { BoardGeometry } from '#lib/board/geometry.ts';
import { goalSvg, gradientsSvg, terrainSvg } from '#lib/board/ground-svg.ts';
import { SQUARE } from '#lib/board/heightmap.ts';
import { type Frame, gifFrames, goalKind, goalKinds, pieceKind, pieceKinds } from './gif-frames.ts';
import { type Box, pageColor, pageTheme, paint } from './svg-image.ts';

export type GifInput = {
  readonly width: number;
  readonly height: number;
  /** Pixels per board unit. */
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

/** Width of the GIF in pixels: legible, but a small file. */
const WIDTH = 480;
const PIECE_BOX: Box = { x: -64, y: -64, width: 128, height: 128 };

/** @param onprogress called with 0 to 1 @throws when the browser cannot draw it */
export async function createGif(
  moments: readonly History[],
  geometry: BoardGeometry,
  options: PieceOptions,
  onprogress: (share: number) => void,
): Promise<Blob> {
  const theme = pageTheme();
  const frames = gifFrames(moments, geometry);
  const extent = geometry.size * SQUARE;
  const scale = WIDTH / extent;
  const bitmapOf = async (svg: string, of: Box, ground?: string) =>
    createImageBitmap(await paint(svg, of, Math.round(of.width * scale), ground));
  const goals = goalKinds(moments).map((goal): [string, string] => [
    goalKind(goal),
    goalSvg(goal, goal.vacant, geometry, theme),
  ]);
  const drawn = pieceKinds(moments).map((piece): [string, string] => [
    pieceKind(piece),
    gradientsSvg(theme) + pieceSvg(piece, geometry.edgeOf(piece.side), theme, options),
  ]);
  const kinds = await Promise.all(
    [...goals, ...drawn].map(async ([kind, svg]) => [kind, await bitmapOf(svg, PIECE_BOX)] as const),
  );
  const box = { x: 0, y: 0, width: extent, height: extent + geometry.size * 7 };
  const floor = await bitmapOf(terrainSvg(geometry, theme, createMix(theme)), box, pageColor());
  const gif: GifInput = {
    width: floor.width,
    height: floor.height,
    scale,
    ground: floor,
    kinds: new Map(kinds),
    frames,
    colours: { sun: theme('sun'), case: theme('case') },
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
