/** Draws pictures one after another in a worker thread, so that moves do not wait for them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { lowerThreadPriority } from '../runtime/thread-priority.ts';

/** About a tenth of the event loop's share when both want the same core. */
const NICENESS = 10;

lowerThreadPriority(NICENESS);
await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));

/** Converts one of our SVGs to a PNG. It needs no fonts, because letters are outlines. */
export default function paint(svg: string): Uint8Array {
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
  try {
    const image = drawing.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
}
