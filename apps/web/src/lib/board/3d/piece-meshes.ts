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

type Materials = { readonly body: MeshPhysicalMaterial; readonly mark: MeshPhysicalMaterial };

const LIFT = 0.1;
/** Light that the sides turned away from the sun still send back. */
const ROOM = 0.14;
/** Enamel under clear coat: the sun makes one highlight on each piece, and both kinds of part share one shader. */
const FINISH = { roughness: 0.5, clearcoat: 1, clearcoatRoughness: 0.16 };
/** A mark is matt, so that it is never taken for a second highlight. */
const MATT = { roughness: 1, clearcoat: 0.01, clearcoatRoughness: 1, specularIntensity: 0 };
const MARK_TONE = 0.8;

/** All pieces that stand on the model. */
export class PieceMeshes {
  readonly group = new Group();
  readonly #meshes = new Map<Square, PieceMesh>();
  readonly #shapes = new Map<string, BufferGeometry>();
  readonly #enamels: Readonly<Record<Side, Materials>>;
  readonly #crowns = new PieceLetters();
  #lifted: Square | undefined;

  constructor() {
    const createMaterials = (): Materials => ({
      body: new MeshPhysicalMaterial(FINISH),
      mark: new MeshPhysicalMaterial(MATT),
    });
    this.#enamels = {
      south: createMaterials(),
      west: createMaterials(),
      north: createMaterials(),
      east: createMaterials(),
    };
  }

  colour({ seats }: Colours): void {
    for (const side of SIDES) {
      const { body, mark } = this.#enamels[side];
      body.color.set(seats[side].body);
      body.emissive.set(seats[side].body).multiplyScalar(ROOM);
      mark.color.set(seats[side].mark).multiplyScalar(MARK_TONE);
    }
  }

  /** Puts every piece where it stands, as the geometry has it. */
  update(geometry: BoardGeometry, placed: readonly PlacedPiece[]): void {
    const now = new Map(placed.map(({ square, piece }) => [square, piece]));
    for (const [square, mesh] of this.#meshes) {
      if (!alike(mesh.piece, now.get(square))) {
        this.group.remove(mesh.group);
        this.#meshes.delete(square);
      }
    }
    for (const [square, piece] of now) {
      const mesh = this.#meshes.get(square) ?? this.create(piece);
      this.#meshes.set(square, mesh);
      this.group.add(mesh.group);
      placePiece(mesh, floorCentre(geometry, square), geometry);
      if (square === this.#lifted) mesh.group.position.y += LIFT;
    }
  }

  at(square: Square): PieceMesh | undefined {
    return this.#meshes.get(square);
  }

  lift(geometry: BoardGeometry, square: Square | undefined): void {
    const before = this.#lifted;
    this.#lifted = square;
    for (const one of [before, square]) {
      const mesh = one === undefined ? undefined : this.#meshes.get(one);
      if (one !== undefined && mesh) placePiece(mesh, floorCentre(geometry, one), geometry);
    }
    const mesh = square === undefined ? undefined : this.#meshes.get(square);
    if (mesh) mesh.group.position.y += LIFT;
  }

  /** Writes each piece's size on its crown, or takes it off. */
  setLetters(colours: Colours | undefined): void {
    for (const { piece, group } of this.#meshes.values()) {
      for (const part of group.children.filter((child) => child instanceof Sprite)) group.remove(part);
      if (colours && !piece.t) group.add(this.#crowns.letter(piece, colours));
    }
  }

  /** A piece that stands nowhere yet. */
  create(piece: Piece): PieceMesh {
    const { body, mark } = this.#enamels[piece.side];
    const mesh = new Mesh(
      this.#shape(`${piece.size}`, () => domeGeometry(piece.size)),
      body,
    );
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    const letter = new Mesh(
      this.#shape(`${piece.size} ${piece.t}`, () => markGeometry(piece)),
      mark,
    );
    const group = new Group();
    group.add(mesh, letter);
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
export function placePiece({ piece, group }: PieceMesh, { x, y, z }: Point3D, geometry: BoardGeometry): void {
  group.position.set(x, y, z);
  group.rotation.y = (-TURN[geometry.edgeOf(piece.side)] * Math.PI) / 180;
}

/** Gives a piece materials of its own, so that it alone can fade. @returns sets its opacity */
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
