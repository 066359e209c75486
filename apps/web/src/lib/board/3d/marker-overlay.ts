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
import type { BoardGeometry } from '../geometry.ts';
import { cells, SQUARE } from '../heightmap.ts';
import type { Colours } from './colours.ts';
import type { FloorText, Stroke } from './marker-strokes.ts';
import { floorHeight, MARKER_HEIGHT } from './model-space.ts';

const PIXELS = 2048;
const WORD = '650 20px "Figtree Variable", system-ui, sans-serif';

/** A clear sheet over all floors, on which every sign is drawn as on the 2D board. */
export class MarkerOverlay {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #texture: CanvasTexture;
  readonly #context: CanvasRenderingContext2D;

  constructor() {
    const canvas = document.createElement('canvas');
    canvas.width = PIXELS;
    canvas.height = PIXELS;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('the browser gives no canvas to draw signs on');
    this.#context = context;
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
  lay(view: BoardGeometry): void {
    this.mesh.geometry.dispose();
    this.mesh.geometry = floors(view);
  }

  draw(size: number, lines: readonly Stroke[], texts: readonly FloorText[], colours: Colours): void {
    const context = this.#context;
    const scale = PIXELS / (size * SQUARE);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, PIXELS, PIXELS);
    for (const line of lines) {
      context.setTransform(scale, 0, 0, scale, (line.at?.x ?? 0) * scale, (line.at?.y ?? 0) * scale);
      drawStroke(context, line, colours);
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.font = WORD;
    context.fillStyle = colours.numeral;
    context.globalAlpha = 1;
    for (const { text, at, side } of texts) {
      context.textAlign = side === 'left' ? 'right' : 'left';
      context.fillText(text, at.x, at.y);
    }
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture.dispose();
  }
}

/** Draws one stroke round the context's origin. */
export function drawStroke(context: CanvasRenderingContext2D, line: Stroke, { inks }: Colours): void {
  const path = new Path2D(line.d);
  context.rotate(((line.turn ?? 0) * Math.PI) / 180);
  context.globalAlpha = line.alpha ?? 1;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  if (line.dash && line.dash[0] !== 0) context.lineCap = 'butt';
  context.setLineDash([...(line.dash ?? [])]);
  if (line.stroke !== undefined && line.width !== undefined) {
    context.strokeStyle = inks[line.stroke];
    context.lineWidth = line.width;
    context.stroke(path);
  }
  if (line.fill !== undefined) {
    context.fillStyle = inks[line.fill];
    context.fill(path);
  }
}

function floors({ heightmap, size }: BoardGeometry): BufferGeometry {
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
  for (const { column, row, height } of cells(heightmap)) {
    for (const [dx, dz] of corners) {
      spots.push(column + dx - size / 2, floorHeight(height) + MARKER_HEIGHT, row + dz - size / 2);
      uvs.push((column + dx) / size, 1 - (row + dz) / size);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(spots), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uvs), 2));
  return geometry;
}
