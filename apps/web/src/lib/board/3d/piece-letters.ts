import type { Piece } from '@terrace/rules';
import { CanvasTexture, Sprite, SpriteMaterial, SRGBColorSpace } from 'three';
import type { Colours } from './colours.ts';
import { pieceRadius } from './model-space.ts';
import { FOOT } from './piece-geometry.ts';

const PIXELS = 128;
/** In radii: seen from home, between a dome's crown and its middle. */
const HEIGHT = 0.8;
/** A letter counts as this much nearer than it is, in steps of the depth buffer: about a quarter of a square. */
const NEARER = 70_000;
const FONT = '700 96px "Figtree Variable", system-ui, sans-serif';

/** Letters for the crowns, for those who want to read a piece's size (LOOK 2). */
export class PieceLetters {
  readonly #made = new Map<string, SpriteMaterial>();

  /** The letter over a piece's crown; a T bears its own anyway. */
  letter({ side, size }: Piece, { seats }: Colours): Sprite {
    const name = `${size} ${seats[side].mark}`;
    const material = this.#made.get(name) ?? letterMaterial(' ABCD'.charAt(size), seats[side].mark);
    material.polygonOffset = true;
    material.polygonOffsetUnits = -NEARER;
    this.#made.set(name, material);
    const sprite = new Sprite(material);
    const r = pieceRadius(size);
    const tall = 0.5 * r + 0.12;
    sprite.position.y = FOOT + HEIGHT * r;
    sprite.scale.setScalar(tall);
    return sprite;
  }

  dispose(): void {
    for (const material of this.#made.values()) {
      material.map?.dispose();
      material.dispose();
    }
  }
}

/** A letter, written once, to be put up where it is wanted. */
export function letterMaterial(letter: string, colour: string): SpriteMaterial {
  const canvas = document.createElement('canvas');
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser gives no canvas to write a letter on');
  context.font = FONT;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colour;
  context.fillText(letter, PIXELS / 2, PIXELS / 2);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  return new SpriteMaterial({ map, depthWrite: false });
}
