import { SIDES, type Side } from '@terrace/rules';
import { Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { SQUARE } from '../heightmap.ts';
import { T } from '../piece-shape.ts';
import { createCanvasTexture } from './canvas.ts';
import type { Colours } from './colours.ts';
import { MARKER_HEIGHT } from './model-space.ts';

const PIXELS = 256;

export class THalo {
  readonly #plane = new PlaneGeometry((2 * T.halo) / SQUARE, (2 * T.halo) / SQUARE).rotateX(-Math.PI / 2);
  readonly #materials: Readonly<Record<Side, MeshBasicMaterial>>;

  constructor() {
    const create = () => new MeshBasicMaterial({ transparent: true, premultipliedAlpha: true, depthWrite: false });
    this.#materials = { south: create(), west: create(), north: create(), east: create() };
  }

  create(side: Side): Mesh {
    const mesh = new Mesh(this.#plane, this.#materials[side]);
    mesh.position.y = MARKER_HEIGHT;
    return mesh;
  }

  colour({ seats, halo }: Colours): void {
    for (const side of SIDES) {
      const material = this.#materials[side];
      const { texture, context } = createCanvasTexture(PIXELS, PIXELS);
      texture.premultiplyAlpha = true;
      const middle = PIXELS / 2;
      const light = context.createRadialGradient(middle, middle, 0, middle, middle, middle);
      for (const [r, alpha] of [
        [T.rim, halo.near],
        [T.haloBreak, halo.far],
        [T.halo, 0],
      ] as const) {
        light.addColorStop(r / T.halo, withAlpha(seats[side].rim, alpha));
      }
      context.fillStyle = light;
      context.fillRect(0, 0, PIXELS, PIXELS);
      if (material.map === null) material.needsUpdate = true;
      else material.map.dispose();
      material.map = texture;
    }
  }

  dispose(): void {
    this.#plane.dispose();
    for (const material of Object.values(this.#materials)) {
      material.map?.dispose();
      material.dispose();
    }
  }
}

const withAlpha = (rgb: string, alpha: number): string => `rgb(from ${rgb} r g b / ${alpha})`;
