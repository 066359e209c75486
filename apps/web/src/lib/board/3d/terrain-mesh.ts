import { terraceOf } from '@terrace/rules';
import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  Shape,
  type Texture,
  Vector2,
  Vector3,
} from 'three';
import type { BoardGeometry } from '../geometry.ts';
import { cells, heightAt, SQUARE } from '../heightmap.ts';
import { regionPath } from '../terrain.ts';
import type { Colours } from './colours.ts';
import { groundOf } from './floor-texture.ts';
import { floorHeight, SLAB } from './model-space.ts';

const BEVEL = 0.035;
const BEVEL_STEPS = 4;
/** Blends the light of a bevel towards that of a floor. */
const RAISED = 0.6;
const FOOT_SHADE = 0.45;
/** Distance from a bevel to a sample point on the next square, in squares. */
const AHEAD = 0.25;
const UP = new Vector3(0, 1, 0);
/** Sides are slightly darker than floors in the same light. */
const SIDE_SHADE = 0.89;
/** How far inside its terrace a side samples the floor map, past the rim painted along its edge. */
const INSET = 0.1;

export type Terrain = { readonly group: Group; readonly bodies: readonly Body[]; readonly slab: Body };
type Body = { readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>; readonly level: number };

export function buildTerrain(geometry: BoardGeometry): Terrain {
  const bodies = outlines(geometry).map(({ corners, level }) => ({ mesh: body(corners, level, geometry), level }));
  const slab = { mesh: slabUnder(geometry), level: 1 };
  const group = new Group();
  group.add(slab.mesh, ...bodies.map(({ mesh }) => mesh));
  return { group, bodies, slab };
}

export function paintTerrain({ bodies, slab }: Terrain, colours: Colours, map: Texture): void {
  for (const { mesh, level } of [slab, ...bodies]) {
    if (mesh.material.map === null) mesh.material.needsUpdate = true;
    else mesh.material.map.dispose();
    mesh.material.map = map;
    mesh.material.color.set(colours.levels[level - 1] ?? 'white');
  }
  slab.mesh.material.color.lerp(new Color(colours.wall), colours.dark ? 0.35 : 0.55);
  const ground = new Color(groundOf(colours));
  for (const { mesh } of [slab, ...bodies]) {
    const { color } = mesh.material;
    color.setRGB(color.r / ground.r, color.g / ground.g, color.b / ground.b);
  }
}

export function disposeTerrain({ bodies, slab }: Terrain): void {
  for (const { mesh } of [...bodies, slab]) {
    mesh.material.map?.dispose();
    mesh.material.dispose();
    mesh.geometry.dispose();
  }
}

export function outlines(geometry: BoardGeometry): { corners: Vector2[]; level: number }[] {
  const { size } = geometry;
  const terraces = geometry.heightmap.map((line, row) =>
    line.map((_, column) => {
      const square = geometry.squareAt({ column, row });
      return square === undefined ? -1 : terraceOf(size, square);
    }),
  );
  return Array.from({ length: 2 * size }, (_, terrace) => {
    const row = terraces.findIndex((line) => line.includes(terrace));
    const column = terraces[row]?.indexOf(terrace) ?? 0;
    const path = regionPath(terraces, (one) => one === terrace);
    return { corners: cornersOf(path, size), level: heightAt(geometry.heightmap, column, row) };
  });
}

/** The points of an outline `M1 2L3 4Z` in board units; the y of a shape points away from the viewer. */
function cornersOf(path: string, size: number): Vector2[] {
  return path
    .slice(1, -1)
    .split('L')
    .map((point) => {
      const [x = 0, y = 0] = point.split(' ').map(Number);
      return new Vector2(x / SQUARE - size / 2, size / 2 - y / SQUARE);
    });
}

function body(corners: Vector2[], level: number, board: BoardGeometry): Body['mesh'] {
  const geometry = new ExtrudeGeometry(new Shape(corners), {
    depth: floorHeight(level) - BEVEL,
    bevelSize: BEVEL,
    bevelThickness: BEVEL,
    bevelOffset: -BEVEL,
    bevelSegments: BEVEL_STEPS,
    curveSegments: 1,
  });
  geometry.rotateX(-Math.PI / 2);
  layMap(geometry, board.size);
  toneBevels(geometry, board, level);
  return cast(geometry);
}

/** Gives bevels the floor's tone: from afar they are narrower than a pixel, and another tone would look like dashes. */
function toneBevels(
  { attributes: { position, normal, color } }: BufferGeometry,
  { heightmap, size }: BoardGeometry,
  level: number,
) {
  if (position === undefined || normal === undefined || color === undefined) return;
  for (let n = 0; n < normal.count; n++) {
    const facing = new Vector3(normal.getX(n), normal.getY(n), normal.getZ(n));
    if (facing.y < 0.1 || facing.y > 0.99) continue;
    const [column, row] = [position.getX(n) + facing.x * AHEAD, position.getZ(n) + facing.z * AHEAD];
    const ahead = heightAt(heightmap, Math.floor(column + size / 2), Math.floor(row + size / 2));
    if (ahead > level) color.setXYZ(n, FOOT_SHADE, FOOT_SHADE, FOOT_SHADE);
    const { x, y, z } = facing.lerp(UP, RAISED).normalize();
    normal.setXYZ(n, x, y, z);
  }
}

function layMap(geometry: BufferGeometry, size: number): void {
  const { position, normal } = geometry.attributes;
  if (position === undefined || normal === undefined) return;
  const uv = new Float32Array(position.count * 2);
  const shade = new Float32Array(position.count * 3);
  for (let n = 0; n < position.count; n++) {
    const x = position.getX(n) - normal.getX(n) * INSET;
    const z = position.getZ(n) - normal.getZ(n) * INSET;
    uv.set([x / size + 0.5, 0.5 - z / size], 2 * n);
    shade.fill(normal.getY(n) > 0.1 ? 1 : SIDE_SHADE, 3 * n, 3 * n + 3);
  }
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  geometry.setAttribute('color', new BufferAttribute(shade, 3));
}

function slabUnder({ heightmap, size }: BoardGeometry): Body['mesh'] {
  const half = size / 2 + SLAB.beyond;
  const edge = half - SLAB.corner;
  const shape = new Shape();
  for (const [x, y, turn] of [
    [edge, edge, 0],
    [-edge, edge, 1],
    [-edge, -edge, 2],
    [edge, -edge, 3],
  ] as const) {
    shape.absarc(x, y, SLAB.corner, (turn * Math.PI) / 2, ((turn + 1) * Math.PI) / 2, false);
  }
  const geometry = new ExtrudeGeometry(shape, {
    depth: SLAB.height - 2 * BEVEL,
    bevelSize: BEVEL,
    bevelThickness: BEVEL,
    bevelOffset: -BEVEL,
    bevelSegments: BEVEL_STEPS,
    curveSegments: 8,
  });
  geometry.rotateX(-Math.PI / 2);
  geometry.translate(0, BEVEL - SLAB.height, 0);
  // The slab shares the ground's shader, so it needs the map too: the plain centre of the highest floor.
  const { column, row } = cells(heightmap).reduce((a, b) => (b.height > a.height ? b : a));
  const count = geometry.attributes.position?.count ?? 0;
  const uv = Array.from({ length: count }, () => [(column + 0.5) / size, 1 - (row + 0.5) / size]).flat();
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uv), 2));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(count * 3).fill(1), 3));
  return cast(geometry);
}

function cast(geometry: BufferGeometry): Body['mesh'] {
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ roughness: 0.95, vertexColors: true }));
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}
