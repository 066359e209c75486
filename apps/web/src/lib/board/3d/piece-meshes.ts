import { type Piece, SIDES, type Side, type Square } from '@terrace/rules';
import { type BufferGeometry, Color, Group, Mesh, MeshBasicMaterial, MeshPhysicalMaterial, Sprite } from 'three';
import type { PlacedPiece } from '../board-state.ts';
import type { BoardGeometry } from '../geometry.ts';
import { TURN } from '../piece-shape.ts';
import type { Colours } from './colours.ts';
import { floorCentre, type Point3D } from './model-space.ts';
import {
  crownGeometry,
  type Detail,
  domeGeometry,
  markGeometry,
  tDomeGeometry,
  tMarkGeometry,
  tRimGeometry,
} from './piece-geometry.ts';
import { PieceLetters } from './piece-letters.ts';
import { THalo } from './t-halo.ts';

export type PieceMesh = { readonly piece: Piece; readonly group: Group };

type Materials = Readonly<Record<'body' | 'rim' | 'mark' | 'crown', MeshPhysicalMaterial>>;

const LIFT = 0.1;
/** Ambient light on sides that face away from the sun. */
const ROOM = 0.14;
/** Enamel under clear coat: one highlight per piece, and one shader for both kinds of part. */
const FINISH = { roughness: 0.5, clearcoat: 1, clearcoatRoughness: 0.16 };
/** Marks are matt, so that they cannot look like a second highlight. */
const MATT = { roughness: 1, clearcoat: 0.01, clearcoatRoughness: 1, specularIntensity: 0 };
const MARK_TONE = 0.8;
const FAINT = 0.5;
const CROWN = 'crown';

type MakeShape = (detail: Detail) => BufferGeometry;

export class PieceMeshes {
  readonly group = new Group();
  readonly #meshes = new Map<Square, PieceMesh>();
  readonly #makers = new Map<string, MakeShape>();
  readonly #shapes = new Map<string, BufferGeometry>();
  readonly #enamels: Readonly<Record<Side, Materials>>;
  readonly #letters = new PieceLetters();
  readonly #halos = new THalo();
  #rings = true;
  #detail: Detail = 'fine';
  #lifted: Square | undefined;

  constructor() {
    const createMaterials = (): Materials => ({
      body: new MeshPhysicalMaterial(FINISH),
      rim: new MeshPhysicalMaterial(FINISH),
      mark: new MeshPhysicalMaterial(MATT),
      crown: new MeshPhysicalMaterial(MATT),
    });
    this.#enamels = {
      south: createMaterials(),
      west: createMaterials(),
      north: createMaterials(),
      east: createMaterials(),
    };
  }

  colour(colours: Colours): void {
    for (const side of SIDES) {
      const { body, rim, mark, crown } = this.#enamels[side];
      const seat = colours.seats[side];
      body.color.set(seat.body);
      body.emissive.set(seat.body).multiplyScalar(ROOM);
      rim.color.set(seat.rim);
      rim.emissive.set(seat.rim).multiplyScalar(ROOM);
      mark.color.set(seat.mark).multiplyScalar(MARK_TONE);
      crown.color.set(seat.body).lerp(new Color(seat.mark), seat.crown);
    }
    this.#halos.colour(colours);
  }

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

  setLetters(colours: Colours | undefined): void {
    for (const { piece, group } of this.#meshes.values()) {
      for (const part of group.children.filter((child) => child instanceof Sprite)) group.remove(part);
      if (colours && !piece.t) group.add(this.#letters.letter(piece, colours));
    }
  }

  setRings(shown: boolean): void {
    this.#rings = shown;
    this.group.traverse((part) => {
      if (part.name.startsWith(CROWN)) part.visible = this.#hasRings;
    });
  }

  setDetail(detail: Detail): void {
    if (detail === this.#detail) return;
    this.#detail = detail;
    this.group.traverse((part) => {
      if (part.name.startsWith(CROWN)) part.visible = this.#hasRings;
      else if (part instanceof Mesh && part.name !== '') part.geometry = this.#shape(part.name);
    });
  }

  get #hasRings(): boolean {
    return this.#rings && this.#detail === 'fine';
  }

  /** Dims the pieces of these sides and restores the others. */
  fade(sides: readonly Side[]): void {
    for (const side of SIDES) {
      for (const material of Object.values(this.#enamels[side])) {
        const faint = sides.includes(side);
        if (material.transparent === faint) continue;
        material.transparent = faint;
        material.opacity = faint ? FAINT : 1;
        material.needsUpdate = true;
      }
    }
  }

  create(piece: Piece): PieceMesh {
    const group = new Group();
    group.add(...(piece.t ? this.#tParts(piece.side) : this.#domeParts(piece)));
    return { piece, group };
  }

  #domeParts({ side, size }: Piece): Mesh[] {
    const { body, mark, crown } = this.#enamels[side];
    const parts = [
      withShadows(this.#part(`dome ${size}`, (detail) => domeGeometry(size, detail), body)),
      this.#part(`mark ${size}`, (detail) => markGeometry(size, detail), mark),
    ];
    if (size === 1) return parts;
    const grooves = this.#part(`${CROWN} ${size}`, () => crownGeometry(size), crown);
    grooves.visible = this.#hasRings;
    return [...parts, grooves];
  }

  #tParts(side: Side): Mesh[] {
    const { body, rim, mark } = this.#enamels[side];
    return [
      withShadows(this.#part('T rim', tRimGeometry, rim)),
      withShadows(this.#part('T dome', tDomeGeometry, body)),
      this.#part('T mark', tMarkGeometry, mark),
      this.#halos.create(side),
    ];
  }

  dispose(): void {
    this.#letters.dispose();
    this.#halos.dispose();
    for (const shape of this.#shapes.values()) shape.dispose();
    for (const side of SIDES) {
      for (const material of Object.values(this.#enamels[side])) material.dispose();
    }
  }

  #part(name: string, make: MakeShape, material: MeshPhysicalMaterial): Mesh {
    this.#makers.set(name, make);
    const mesh = new Mesh(this.#shape(name), material);
    mesh.name = name;
    return mesh;
  }

  #shape(name: string): BufferGeometry {
    const key = `${this.#detail} ${name}`;
    const shape = this.#shapes.get(key) ?? this.#makers.get(name)?.(this.#detail);
    if (shape === undefined) throw new Error(`there is no part named ${name}`);
    this.#shapes.set(key, shape);
    return shape;
  }
}

function withShadows(mesh: Mesh): Mesh {
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

export function placePiece({ piece, group }: PieceMesh, { x, y, z }: Point3D, geometry: BoardGeometry): void {
  group.position.set(x, y, z);
  group.rotation.y = (-TURN[geometry.edgeOf(piece.side)] * Math.PI) / 180;
}

/** Gives a piece its own materials, so that it can fade alone. @returns a setter of its opacity */
export function makeFadeable({ group }: PieceMesh): (opacity: number) => void {
  const materials: (MeshPhysicalMaterial | MeshBasicMaterial)[] = [];
  group.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const { material } = part;
    if (!(material instanceof MeshPhysicalMaterial || material instanceof MeshBasicMaterial)) return;
    part.material = material.clone();
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
