/** Paints pictures in a thread of its own, one after another: the moves of games do not wait for them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { lowerThreadPriority } from '../runtime/thread-priority.ts';

/** A tenth of what the event loop has, where two want one processor. */
const NICENESS = 10;

lowerThreadPriority(NICENESS);
await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));

/** An SVG of our own as the bytes of a PNG, as large as it says. It needs no fonts: its letters are outlines. */
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
