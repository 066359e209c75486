import { type CanvasTexture, Sprite, SpriteMaterial } from 'three';
import { SQUARE } from '../heightmap.ts';
import { forbiddenPath } from '../marker-paths.ts';
import { createCanvasTexture } from './canvas.ts';
import type { Colours } from './colours.ts';
import { drawStroke } from './marker-overlay.ts';
import type { Point3D } from './model-space.ts';

const PIXELS = 256;

export class RefusedMarker {
  readonly sprite: Sprite;
  readonly #texture: CanvasTexture;

  constructor(colours: Colours) {
    const { texture, context } = createCanvasTexture(PIXELS, PIXELS);
    context.setTransform(PIXELS / 100, 0, 0, PIXELS / 100, PIXELS / 2, PIXELS / 2);
    drawStroke(context, { d: forbiddenPath, stroke: 'case', width: 10 }, colours);
    drawStroke(context, { d: forbiddenPath, stroke: 'paper', width: 5 }, colours);
    this.#texture = texture;
    this.sprite = new Sprite(new SpriteMaterial({ map: this.#texture, depthTest: false, depthWrite: false }));
    this.sprite.renderOrder = 4;
    this.sprite.visible = false;
  }

  /** Shows the marker on a floor or a piece's crown. @param radius of that piece, in board units; 0 without one */
  show(at: Point3D | undefined, radius: number): void {
    this.sprite.visible = at !== undefined;
    if (at) this.sprite.position.set(at.x, at.y + radius / SQUARE, at.z);
  }

  dispose(): void {
    this.#texture.dispose();
    this.sprite.material.dispose();
  }
}
