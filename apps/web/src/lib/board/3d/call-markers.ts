import type { Size, Square } from '@terrace/rules';
import {
  CanvasTexture,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { Call } from '../board-state.ts';
import type { BoardGeometry } from '../geometry.ts';
import { SQUARE } from '../heightmap.ts';
import { attackArrow, CALL_RING, ring } from '../marker-paths.ts';
import type { Colours } from './colours.ts';
import { drawStroke } from './marker-overlay.ts';
import { outlined } from './marker-strokes.ts';
import { floorCentre, MARKER_HEIGHT } from './model-space.ts';

/** Pixels a board unit. */
const FINE = 2.56;
/** An arrow flies this high over the floors at its ends, and is this wide, in squares. */
const FLIGHT = 0.16;
const WIDE = 0.4;
const SECOND_RING = 40;

type Card = Mesh<PlaneGeometry, MeshBasicMaterial>;
type Arrow = {
  readonly card: Card;
  readonly context: CanvasRenderingContext2D;
  readonly length: number;
  readonly d: string;
};

/** "Terrace": a ring round each T in danger and an arrow from each attacker, in the air so that no wall breaks it. */
export class CallMarkers {
  readonly group = new Group();
  #rings: Card[] = [];
  #arrows: Arrow[] = [];
  #colours: Colours | undefined;

  show(
    view: BoardGeometry,
    call: Call | undefined,
    sizeAt: (square: Square) => Size | undefined,
    colours: Colours,
  ): void {
    this.clear();
    this.#colours = colours;
    if (call === undefined) return;
    this.#rings = call.squares.map((square) => {
      const { card, context } = blank(SQUARE, SQUARE);
      context.translate(SQUARE / 2, SQUARE / 2);
      const signs = [...outlined(ring(CALL_RING)), ...(call.mate ? outlined(ring(SECOND_RING)) : [])];
      for (const line of signs) drawStroke(context, line, colours);
      const { x, y, z } = floorCentre(view, square);
      card.position.set(x, y + MARKER_HEIGHT, z);
      card.rotation.x = -Math.PI / 2;
      card.renderOrder = 1;
      return card;
    });
    this.#arrows = call.attacks.map(({ from, to }) => {
      const start = new Vector3().copy(floorCentre(view, from));
      const way = new Vector3().copy(floorCentre(view, to)).sub(start);
      const length = Math.hypot(way.x, way.z) * SQUARE;
      const { card, context } = blank(length, WIDE * SQUARE);
      card.material.depthTest = false; // what hides the T must not hide who attacks it
      card.position.copy(way).multiplyScalar(0.5).add(start);
      card.position.y += FLIGHT;
      card.scale.x = way.length() / (length / SQUARE);
      card.rotation.set(-Math.PI / 2, Math.atan2(way.y, length / SQUARE), Math.atan2(-way.z, way.x), 'YXZ');
      card.renderOrder = 4;
      return { card, context, length, d: attackArrow({ x: 0, y: 0 }, sizeAt(from) ?? 1, { x: length, y: 0 }) };
    });
    this.group.add(...this.#rings, ...this.#arrows.map(({ card }) => card));
    this.draw(1);
  }

  /** Draws the arrows as far as they have come, 0 to 1. */
  draw(share: number): void {
    for (const { card, context, length, d } of this.#arrows) {
      context.save();
      context.clearRect(0, 0, length, WIDE * SQUARE);
      context.beginPath();
      context.rect(0, 0, length * share, WIDE * SQUARE);
      context.clip();
      context.translate(0, (WIDE * SQUARE) / 2);
      if (this.#colours) for (const line of outlined(d)) drawStroke(context, line, this.#colours);
      context.restore();
      if (card.material.map) card.material.map.needsUpdate = true;
    }
  }

  /** How much of the rings shows, 0 to 1. */
  fade(opacity: number): void {
    for (const { material } of this.#rings) material.opacity = opacity;
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

/** A clear card to draw a sign on, its sides in board units. */
function blank(width: number, height: number): { card: Card; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * FINE);
  canvas.height = Math.round(height * FINE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser gives no canvas to draw a sign on');
  context.scale(FINE, FINE);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = 8;
  const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false, side: DoubleSide });
  return { card: new Mesh(new PlaneGeometry(width / SQUARE, height / SQUARE), material), context };
}
