import { SpriteMaterial } from 'three';
import { createCanvasTexture } from './canvas.ts';

const PIXELS = 128;
/** In pixels; half of it lies outside the letter. */
const KEYLINE = 22;
const FONT = '700 96px "Figtree Variable", system-ui, sans-serif';

/** A sprite material for a letter, optionally outlined in `keyline`. The caller disposes of it and its map. */
export function letterMaterial(letter: string, colour: string, keyline?: string): SpriteMaterial {
  const { texture, context } = createCanvasTexture(PIXELS, PIXELS);
  context.font = FONT;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  if (keyline !== undefined) {
    context.strokeStyle = keyline;
    context.lineWidth = KEYLINE;
    context.lineJoin = 'round';
    context.strokeText(letter, PIXELS / 2, PIXELS / 2);
  }
  context.fillStyle = colour;
  context.fillText(letter, PIXELS / 2, PIXELS / 2);
  texture.premultiplyAlpha = true; // otherwise the antialiased edges are dark
  return new SpriteMaterial({ map: texture, premultipliedAlpha: true, depthWrite: false });
}
