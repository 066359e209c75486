import { SpriteMaterial } from 'three';
import { createCanvasTexture } from './canvas.ts';

const PIXELS = 128;
const FONT = '700 96px "Figtree Variable", system-ui, sans-serif';

/** A letter as a sprite's material. The caller disposes of it and of its map. */
export function letterMaterial(letter: string, colour: string): SpriteMaterial {
  const { texture, context } = createCanvasTexture(PIXELS, PIXELS);
  context.font = FONT;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colour;
  context.fillText(letter, PIXELS / 2, PIXELS / 2);
  return new SpriteMaterial({ map: texture, depthWrite: false });
}
