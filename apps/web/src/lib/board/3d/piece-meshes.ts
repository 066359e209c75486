import { type Piece, SIDES, type Side, type Square } from '@terrace/rules';
import { type BufferGeometry, Group, Mesh, MeshPhysicalMaterial, Sprite } from 'three';
import type { PlacedPiece } from '../board-state.ts';
import type { BoardGeometry } from '../geometry.ts';
import { TURN } from '../piece-shape.ts';
import type { Colours } from './colours.ts';
import { floorCentre, type Point3D } from './model-space.ts';
import { domeGeometry, markGeometry } from './piece-geometry.ts';
import { PieceLetters } from './piece-letters.ts';

/** A piece on the model: its body and the mark laid into it. */
export type PieceMesh = { readonly piece: Piece; readonly group: Group };

type Enamel = { readonly body: MeshPhysicalMaterial; readonly mark: MeshPhysicalMaterial };

const LIFT = 0.1;
/** What the room itself throws back from a dome's dark sides. */
const ROOM = 0.14;
/** Enamel under clear coat: the sun makes one highlight on each dome, and both kinds of part share one shader. */
const FINISH = { roughness: 0.5, clearcoat: 1, clearcoatRoughness: 0.16 };
/** A mark is matt and keeps its own tone in full sun, so that it is never taken for a second highlight. */
const MATT = { roughness: 1, clearcoat: 0.01, clearcoatRoughness: 1, specularIntensity: 0 };
const MARK_TONE = 0.8;

/** All pieces that stand on the model. */
export class PieceMeshes {
  readonly group = new Group();
  readonly #domes = new Map<Square, PieceMesh>();
  readonly #shapes = new Map<string, BufferGeometry>();
  readonly #enamels: Readonly<Record<Side, Enamel>>;
  readonly #crowns = new PieceLetters();
  #lifted: Square | undefined;

  constructor() {
    const enamel = (): Enamel => ({ body: new MeshPhysicalMaterial(FINISH), mark: new MeshPhysicalMaterial(MATT) });
    this.#enamels = { south: enamel(), west: enamel(), north: enamel(), east: enamel() };
  }

  colour({ seats }: Colours): void {
    for (const side of SIDES) {
      const { body, mark } = this.#enamels[side];
      body.color.set(seats[side].body);
      body.emissive.set(seats[side].body).multiplyScalar(ROOM);
      mark.color.set(seats[side].mark).multiplyScalar(MARK_TONE);
    }
  }

  /** Puts every piece where it stands, as the view has it. */
  stand(view: BoardGeometry, placed: readonly PlacedPiece[]): void {
    const now = new Map(placed.map(({ square, piece }) => [square, piece]));
    for (const [square, dome] of this.#domes) {
      if (!alike(dome.piece, now.get(square))) {
        this.group.remove(dome.group);
        this.#domes.delete(square);
      }
    }
    for (const [square, piece] of now) {
      const dome = this.#domes.get(square) ?? this.make(piece);
      this.#domes.set(square, dome);
      this.group.add(dome.group);
      place(dome, floorCentre(view, square), view);
      if (square === this.#lifted) dome.group.position.y += LIFT;
    }
  }

  at(square: Square): PieceMesh | undefined {
    return this.#domes.get(square);
  }

  lift(view: BoardGeometry, square: Square | undefined): void {
    const before = this.#lifted;
    this.#lifted = square;
    for (const one of [before, square]) {
      const dome = one === undefined ? undefined : this.#domes.get(one);
      if (one !== undefined && dome) place(dome, floorCentre(view, one), view);
    }
    const dome = square === undefined ? undefined : this.#domes.get(square);
    if (dome) dome.group.position.y += LIFT;
  }

  /** Writes each piece's size on its crown, or takes it off. */
  letter(colours: Colours | undefined): void {
    for (const { piece, group } of this.#domes.values()) {
      for (const part of group.children.filter((child) => child instanceof Sprite)) group.remove(part);
      if (colours && !piece.t) group.add(this.#crowns.letter(piece, colours));
    }
  }

  /** A piece that stands nowhere yet. */
  make(piece: Piece): PieceMesh {
    const { body, mark } = this.#enamels[piece.side];
    const dome = new Mesh(
      this.#shape(`${piece.size}`, () => domeGeometry(piece.size)),
      body,
    );
    dome.castShadow = true;
    dome.receiveShadow = true;
    const letter = new Mesh(
      this.#shape(`${piece.size} ${piece.t}`, () => markGeometry(piece)),
      mark,
    );
    const group = new Group();
    group.add(dome, letter);
    return { piece, group };
  }

  dispose(): void {
    this.#crowns.dispose();
    for (const shape of this.#shapes.values()) shape.dispose();
    for (const side of SIDES) {
      this.#enamels[side].body.dispose();
      this.#enamels[side].mark.dispose();
    }
  }

  #shape(name: string, make: () => BufferGeometry): BufferGeometry {
    const shape = this.#shapes.get(name) ?? make();
    this.#shapes.set(name, shape);
    return shape;
  }
}

/** Stands a piece on a spot with its mark towards its owner. */
export function place({ piece, group }: PieceMesh, { x, y, z }: Point3D, view: BoardGeometry): void {
  group.position.set(x, y, z);
  group.rotation.y = (-TURN[view.edgeOf(piece.side)] * Math.PI) / 180;
}

/** A piece's own enamel, so that it alone can fade. */
export function fadeable({ group }: PieceMesh): (opacity: number) => void {
  const materials: MeshPhysicalMaterial[] = [];
  group.traverse((part) => {
    if (!(part instanceof Mesh) || !(part.material instanceof MeshPhysicalMaterial)) return;
    part.material = part.material.clone();
    part.material.transparent = true;
    part.castShadow = false;
    materials.push(part.material);
  });
  return (opacity) => {
    for (const material of materials) {
      material.opacity = opacity;
      if (opacity === 0) material.dispose();
    }
  };
}

const alike = (one: Piece, other: Piece | undefined): boolean =>
  other !== undefined && one.side === other.side && one.size === other.size && one.t === other.t;
