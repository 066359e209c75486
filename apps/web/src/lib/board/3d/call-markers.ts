import type { Square } from '@terrace/rules';
import { DoubleSide, Group, Mesh, MeshBasicMaterial, PlaneGeometry, Vector3 } from 'three';
import type { Call } from '../board-state.ts';
import type { BoardGeometry } from '../geometry.ts';
import { SQUARE } from '../heightmap.ts';
import { arrowPath, CALL_RING, MATE_RING, ringPath } from '../marker-paths.ts';
import { createCanvasTexture } from './canvas.ts';
import type { Colours } from './colours.ts';
import { drawStroke } from './marker-overlay.ts';
import { outlined } from './marker-strokes.ts';
import { floorCentre, MARKER_HEIGHT } from './model-space.ts';
import { ease } from './move-curve.ts';
import type { Renderer } from './renderer.ts';

const RESOLUTION = 2.56;
/** Arrow dimensions in squares: height above the floors at its ends, and width. */
const ARROW_HEIGHT = 0.16;
const ARROW_WIDTH = 0.4;
const ARROW_MS = 240;
const PULSES = { ms: 1200, times: 2, minOpacity: 0.35 };

type Card = Mesh<PlaneGeometry, MeshBasicMaterial>;
type Arrow = {
  readonly card: Card;
  readonly context: CanvasRenderingContext2D;
  readonly length: number;
  readonly d: string;
};

/** The call "Terrace": a ring around each T in danger and an arrow from each attacker, drawn above the walls. */
export class CallMarkers {
  readonly group = new Group();
  #rings: Card[] = [];
  #arrows: Arrow[] = [];
  #colours: Colours | undefined;

  update(
    geometry: BoardGeometry,
    call: Call | undefined,
    radiusAt: (square: Square) => number,
    colours: Colours,
  ): void {
    this.clear();
    this.#colours = colours;
    if (call === undefined) return;
    this.#rings = call.squares.map((square) => {
      const { card, context } = createCard(SQUARE, SQUARE);
      context.translate(SQUARE / 2, SQUARE / 2);
      const { r, core, casing } = MATE_RING;
      const mate = call.mate ? outlined(ringPath(r), undefined, core, casing) : [];
      const strokes = [...outlined(ringPath(CALL_RING)), ...mate];
      for (const stroke of strokes) drawStroke(context, stroke, colours);
      const { x, y, z } = floorCentre(geometry, square);
      card.position.set(x, y + MARKER_HEIGHT, z);
      card.rotation.x = -Math.PI / 2;
      card.renderOrder = 1;
      return card;
    });
    this.#arrows = call.attacks.map(({ from, to }) => {
      const start = new Vector3().copy(floorCentre(geometry, from));
      const direction = new Vector3().copy(floorCentre(geometry, to)).sub(start);
      const length = Math.hypot(direction.x, direction.z) * SQUARE;
      const { card, context } = createCard(length, ARROW_WIDTH * SQUARE);
      card.material.depthTest = false; // the arrow stays visible when the T is occluded
      card.position.copy(direction).multiplyScalar(0.5).add(start);
      card.position.y += ARROW_HEIGHT;
      card.scale.x = direction.length() / (length / SQUARE);
      card.rotation.set(
        -Math.PI / 2,
        Math.atan2(direction.y, length / SQUARE),
        Math.atan2(-direction.z, direction.x),
        'YXZ',
      );
      card.renderOrder = 4;
      return { card, context, length, d: arrowPath({ x: 0, y: 0 }, radiusAt(from), { x: length, y: 0 }) };
    });
    this.group.add(...this.#rings, ...this.#arrows.map(({ card }) => card));
    this.draw(1);
  }

  draw(share: number): void {
    for (const { card, context, length, d } of this.#arrows) {
      context.save();
      context.clearRect(0, 0, length, ARROW_WIDTH * SQUARE);
      context.beginPath();
      context.rect(0, 0, length * share, ARROW_WIDTH * SQUARE);
      context.clip();
      context.translate(0, (ARROW_WIDTH * SQUARE) / 2);
      if (this.#colours) for (const stroke of outlined(d)) drawStroke(context, stroke, this.#colours);
      context.restore();
      if (card.material.map) card.material.map.needsUpdate = true;
    }
  }

  animate(renderer: Renderer): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    renderer.animate(ARROW_MS, (share) => this.draw(ease(share)), { shadows: false });
    const { ms, times, minOpacity } = PULSES;
    const pulse = (share: number) => {
      const dip = ((1 - minOpacity) * (1 - Math.cos(2 * Math.PI * times * share))) / 2;
      for (const { material } of this.#rings) material.opacity = 1 - dip;
    };
    renderer.animate(ms, pulse, { shadows: false });
  }

  clear(): void {
    for (const { geometry, material } of [...this.#rings, ...this.#arrows.map(({ card }) => card)]) {
      geometry.dispose();
      material.map?.dispose();
      material.dispose();
    }
    this.#rings = [];
    this.#arrows = [];
    this.group.clear();
  }
}

/** A transparent plane with a canvas; sides in board units. */
function createCard(width: number, height: number): { card: Card; context: CanvasRenderingContext2D } {
  const { texture: map, context } = createCanvasTexture(
    Math.round(width * RESOLUTION),
    Math.round(height * RESOLUTION),
  );
  context.scale(RESOLUTION, RESOLUTION);
  map.anisotropy = 8;
  const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false, side: DoubleSide });
  return { card: new Mesh(new PlaneGeometry(width / SQUARE, height / SQUARE), material), context };
}
