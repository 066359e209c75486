import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { bracketsPath, ringPath } from '#lib/board/marker-paths.ts';
import type { FromWorker, GifInput } from './gif.ts';
import type { Frame } from './gif-frames.ts';

/** Colour index of pixels that equal the previous frame. */
const SAME = 255;
const ORIGIN = 13;
const FORMAT = 'rgb565';

const reply = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer });

addEventListener('message', ({ data }: MessageEvent<GifInput>) => {
  try {
    const gif = encode(data);
    reply({ gif }, [gif.buffer]);
  } catch (fault) {
    reply({ fault: String(fault) });
  }
});

function encode(gif: GifInput): Uint8Array<ArrayBuffer> {
  const { width, height, frames } = gif;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  const [first] = frames;
  const last = frames.at(-1);
  if (context === null || first === undefined || last === undefined) throw new Error('no frames, or no canvas context');
  const palette = paletteOf([first, last].map((frame) => drawn(context, gif, frame)));
  const encoder = GIFEncoder();
  let before: Uint8Array | undefined;
  for (const [n, frame] of frames.entries()) {
    const now = applyPalette(drawn(context, gif, frame), palette, FORMAT);
    const earlier = before;
    const shown = earlier === undefined ? now : now.map((colour, at) => (colour === earlier[at] ? SAME : colour));
    encoder.writeFrame(shown, width, height, {
      ...(earlier === undefined ? { palette } : {}),
      delay: frame.durationMs,
      transparent: earlier !== undefined,
      transparentIndex: SAME,
      dispose: 1,
    });
    before = now;
    reply({ done: n + 1 });
  }
  encoder.finish();
  return encoder.bytes();
}

function paletteOf(pictures: readonly Uint8ClampedArray[]): [number, number, number][] {
  const all = new Uint8ClampedArray(pictures.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const picture of pictures) {
    all.set(picture, at);
    at += picture.length;
  }
  const palette = quantize(all, SAME, { format: FORMAT });
  while (palette.length <= SAME) palette.push([0, 0, 0]);
  return palette;
}

function drawn(
  context: OffscreenCanvasRenderingContext2D,
  gif: GifInput,
  { placed, flags, move }: Frame,
): Uint8ClampedArray {
  const { width, height, scale, ground, kinds } = gif;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(ground, 0, 0);
  const place = ({ kind, at }: Frame['placed'][number]) => {
    const picture = kinds.get(kind);
    if (picture) context.drawImage(picture, at.x * scale - picture.width / 2, at.y * scale - picture.height / 2);
  };
  for (const flag of flags) place(flag);
  if (move) sign(context, gif, ringPath(ORIGIN), move.from);
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (const piece of placed) place(piece);
  if (move) sign(context, gif, bracketsPath, move.to);
  return context.getImageData(0, 0, width, height).data;
}

function sign(
  context: OffscreenCanvasRenderingContext2D,
  { scale, colours }: GifInput,
  d: string,
  at: { x: number; y: number },
): void {
  context.setTransform(scale, 0, 0, scale, at.x * scale, at.y * scale);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [colour, wide] of [
    [colours.case, 9],
    [colours.sun, 5],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = wide;
    context.stroke(new Path2D(d));
  }
}
