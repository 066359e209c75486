import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
} from 'three';
import { cells, UNIT } from '../relief.ts';
import type { View } from '../view.ts';
import type { Colours } from './colours.ts';
import type { Line, Word } from './lines.ts';
import { floorHeight, OVER } from './place.ts';

const PIXELS = 2048;
const WORD = '650 20px "Figtree Variable", system-ui, sans-serif';

/** A clear sheet over all floors, on which every sign is drawn as on the flat board. */
export class Sheet {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #texture: CanvasTexture;
  readonly #pen: CanvasRenderingContext2D;

  constructor() {
    const canvas = document.createElement('canvas');
    canvas.width = PIXELS;
    canvas.height = PIXELS;
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('the browser gives no canvas to draw signs on');
    this.#pen = pen;
    this.#texture = new CanvasTexture(canvas);
    this.#texture.colorSpace = SRGBColorSpace;
    this.#texture.premultiplyAlpha = true;
    this.#texture.anisotropy = 8;
    this.#texture.magFilter = LinearFilter;
    this.#texture.minFilter = LinearMipmapLinearFilter;
    this.mesh = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({ map: this.#texture, transparent: true, premultipliedAlpha: true, depthWrite: false }),
    );
    this.mesh.renderOrder = 1;
  }

  /** Lays the sheet on the floors of a view. */
  lay(view: View): void {
    this.mesh.geometry.dispose();
    this.mesh.geometry = floors(view);
  }

  draw(size: number, lines: readonly Line[], words: readonly Word[], colours: Colours): void {
    const pen = this.#pen;
    const scale = PIXELS / (size * UNIT);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, PIXELS, PIXELS);
    for (const line of lines) {
      pen.setTransform(scale, 0, 0, scale, (line.at?.x ?? 0) * scale, (line.at?.y ?? 0) * scale);
      drawLine(pen, line, colours);
    }
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.font = WORD;
    pen.fillStyle = colours.numeral;
    pen.globalAlpha = 1;
    for (const { text, at, side } of words) {
      pen.textAlign = side === 'left' ? 'right' : 'left';
      pen.fillText(text, at.x, at.y);
    }
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture.dispose();
  }
}

/** Draws one stroke round the pen's origin. */
export function drawLine(pen: CanvasRenderingContext2D, line: Line, { inks }: Colours): void {
  const path = new Path2D(line.d);
  pen.rotate(((line.turn ?? 0) * Math.PI) / 180);
  pen.globalAlpha = line.alpha ?? 1;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  if (line.dash && line.dash[0] !== 0) pen.lineCap = 'butt';
  pen.setLineDash([...(line.dash ?? [])]);
  if (line.stroke !== undefined && line.width !== undefined) {
    pen.strokeStyle = inks[line.stroke];
    pen.lineWidth = line.width;
    pen.stroke(path);
  }
  if (line.fill !== undefined) {
    pen.fillStyle = inks[line.fill];
    pen.fill(path);
  }
}

function floors({ relief, size }: View): BufferGeometry {
  const corners = [
    [0, 0],
    [0, 1],
    [1, 1],
    [0, 0],
    [1, 1],
    [1, 0],
  ] as const;
  const spots: number[] = [];
  const uvs: number[] = [];
  for (const { column, row, height } of cells(relief)) {
    for (const [dx, dz] of corners) {
      spots.push(column + dx - size / 2, floorHeight(height) + OVER, row + dz - size / 2);
      uvs.push((column + dx) / size, 1 - (row + dz) / size);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(spots), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uvs), 2));
  return geometry;
}
