import type { Size } from '@terrace/rules';
import { CanvasTexture, Sprite, SpriteMaterial, SRGBColorSpace } from 'three';
import { forbidden } from '../marker-paths.ts';
import type { Colours } from './colours.ts';
import { drawStroke } from './marker-overlay.ts';
import type { Point3D } from './model-space.ts';
import { pieceRadius } from './model-space.ts';

const PIXELS = 256;

/** "Not there": the one sign that stands in front of what is on its square, since it is about that. */
export class RefusedMarker {
  readonly sprite: Sprite;
  readonly #texture: CanvasTexture;

  constructor(colours: Colours) {
    const canvas = document.createElement('canvas');
    canvas.width = PIXELS;
    canvas.height = PIXELS;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('the browser gives no canvas to draw a sign on');
    context.setTransform(PIXELS / 100, 0, 0, PIXELS / 100, PIXELS / 2, PIXELS / 2);
    drawStroke(context, { d: forbidden, stroke: 'case', width: 10 }, colours);
    drawStroke(context, { d: forbidden, stroke: 'paper', width: 5 }, colours);
    this.#texture = new CanvasTexture(canvas);
    this.#texture.colorSpace = SRGBColorSpace;
    this.sprite = new Sprite(new SpriteMaterial({ map: this.#texture, depthTest: false, depthWrite: false }));
    this.sprite.renderOrder = 4;
    this.sprite.visible = false;
  }

  /** Shows it on a floor, or on the crown of the piece there. */
  show(at: Point3D | undefined, size: Size | undefined): void {
    this.sprite.visible = at !== undefined;
    if (at) this.sprite.position.set(at.x, at.y + (size === undefined ? 0 : pieceRadius(size)), at.z);
  }

  dispose(): void {
    this.#texture.dispose();
    this.sprite.material.dispose();
  }
}
