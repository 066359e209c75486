import { Group, Sprite, type SpriteMaterial } from 'three';
import type { BoardGeometry } from '../geometry.ts';
import { heightAt } from '../heightmap.ts';
import type { Colours } from './colours.ts';
import { letterMaterial } from './letter-material.ts';
import { floorHeight, type Point3D, SLAB } from './model-space.ts';

const AWAY = 0.34;
const SCALE = 0.34;

/** Positions of the coordinates: ranks next to their row's floor, files on the table below their column's wall. */
export function labelPoints({ size, heightmap, labels }: BoardGeometry): { text: string; at: Point3D }[] {
  const along = (n: number) => n + 0.5 - size / 2;
  const beside = size / 2 + AWAY;
  return [
    ...labels.rows.map((text, row) => ({
      text,
      at: { x: -beside, y: floorHeight(heightAt(heightmap, 0, row)), z: along(row) },
    })),
    ...labels.columns.map((text, column) => ({ text, at: { x: along(column), y: 0, z: beside + SLAB.beyond } })),
  ];
}

export class CoordinateLabels {
  readonly group = new Group();
  readonly #made: SpriteMaterial[] = [];

  update(geometry: BoardGeometry | undefined, colours: Colours): void {
    this.clear();
    for (const { text, at } of geometry ? labelPoints(geometry) : []) {
      const material = letterMaterial(text, colours.name, colours.page);
      const sprite = new Sprite(material);
      sprite.position.set(at.x, at.y, at.z);
      sprite.scale.setScalar(SCALE);
      this.#made.push(material);
      this.group.add(sprite);
    }
  }

  clear(): void {
    for (const material of this.#made.splice(0)) {
      material.map?.dispose();
      material.dispose();
    }
    this.group.clear();
  }
}
