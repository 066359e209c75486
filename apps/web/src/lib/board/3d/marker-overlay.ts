import {
  BufferAttribute,
  BufferGeometry,
  type CanvasTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import type { FloorText } from '../floor-texts.ts';
import type { BoardGeometry } from '../geometry.ts';
import { cells, SQUARE } from '../heightmap.ts';
import { createCanvasTexture } from './canvas.ts';
import type { Colours } from './colours.ts';
import type { Stroke } from './marker-strokes.ts';
import { floorHeight, MARKER_HEIGHT } from './model-space.ts';

export type Markers = {
  readonly strokes: readonly Stroke[];
  readonly texts: readonly FloorText[];
  readonly turn: number;
};

const PIXELS = 2048;
const QUARTER = Math.PI / 2;
const FONT = '650 24px "Figtree Variable", system-ui, sans-serif';

/** A transparent mesh over all floors, with a canvas that shows the markers of the 2D board. */
export class MarkerOverlay {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #texture: CanvasTexture;
  readonly #context: CanvasRenderingContext2D;

  constructor() {
    const { texture, context } = createCanvasTexture(PIXELS, PIXELS);
    this.#context = context;
    this.#texture = texture;
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

  setGeometry(geometry: BoardGeometry): void {
    this.mesh.geometry.dispose();
    this.mesh.geometry = floors(geometry);
  }

  /** @param turn clockwise quarter turns from the board's upper edge to the viewer's "up" */
  draw(size: number, { strokes, texts, turn }: Markers, colours: Colours): void {
    const context = this.#context;
    const scale = PIXELS / (size * SQUARE);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, PIXELS, PIXELS);
    for (const stroke of strokes) {
      context.setTransform(scale, 0, 0, scale, (stroke.at?.x ?? 0) * scale, (stroke.at?.y ?? 0) * scale);
      if (stroke.upright) context.rotate(turn * QUARTER);
      drawStroke(context, stroke, colours);
    }
    context.font = FONT;
    context.fillStyle = colours.numeral;
    context.globalAlpha = 1;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = 4.5;
    context.lineJoin = 'round';
    context.setLineDash([]);
    for (const { text, at, level } of texts) {
      context.setTransform(scale, 0, 0, scale, at.x * scale, at.y * scale);
      context.rotate(turn * QUARTER);
      context.strokeStyle = colours.levels[level - 1] ?? 'white';
      context.strokeText(text, 0, 0);
      context.fillText(text, 0, 0);
    }
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture.dispose();
  }
}

export function drawStroke(context: CanvasRenderingContext2D, stroke: Stroke, { inks }: Colours): void {
  const path = new Path2D(stroke.d);
  context.rotate(((stroke.turn ?? 0) * Math.PI) / 180);
  if (stroke.scale !== undefined) context.scale(stroke.scale, stroke.scale);
  context.globalAlpha = stroke.alpha ?? 1;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  if (stroke.dash && stroke.dash[0] !== 0) context.lineCap = 'butt';
  context.setLineDash([...(stroke.dash ?? [])]);
  if (stroke.stroke !== undefined && stroke.width !== undefined) {
    context.strokeStyle = inks[stroke.stroke];
    context.lineWidth = stroke.width;
    context.stroke(path);
  }
  if (stroke.fill !== undefined) {
    context.fillStyle = inks[stroke.fill];
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
