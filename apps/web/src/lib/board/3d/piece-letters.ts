import type { Piece } from '@terrace/rules';
import { Sprite, type SpriteMaterial } from 'three';
import type { Colours } from './colours.ts';
import { letterMaterial } from './letter-material.ts';
import { pieceRadius } from './model-space.ts';
import { FOOT } from './piece-geometry.ts';

/** In radii: between a dome's crown and its centre, as seen from home. */
const HEIGHT = 0.8;
/** Depth offset towards the viewer, in steps of the depth buffer: about a quarter of a square. */
const NEARER = 70_000;

export class PieceLetters {
  readonly #made = new Map<string, SpriteMaterial>();

  letter(piece: Piece, { seats }: Colours): Sprite {
    const { side, size } = piece;
    const name = `${size} ${seats[side].mark}`;
    const material = this.#made.get(name) ?? letterMaterial(' ABCD'.charAt(size), seats[side].mark);
    material.polygonOffset = true;
    material.polygonOffsetUnits = -NEARER;
    this.#made.set(name, material);
    const sprite = new Sprite(material);
    const r = pieceRadius(piece);
    const height = 0.5 * r + 0.12;
    sprite.position.y = FOOT + HEIGHT * r;
    sprite.scale.setScalar(height);
    return sprite;
  }

  dispose(): void {
    for (const material of this.#made.values()) {
      material.map?.dispose();
      material.dispose();
    }
  }
}
