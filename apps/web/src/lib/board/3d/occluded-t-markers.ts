import { Group, Mesh, MeshBasicMaterial } from 'three';
import type { PlacedPiece } from '../board-state.ts';
import type { BoardGeometry } from '../geometry.ts';
import type { Colours } from './colours.ts';
import type { Point3D } from './model-space.ts';
import { occludedShare } from './occlusion.ts';
import { tDomeGeometry, tMarkGeometry, tRimGeometry } from './piece-geometry.ts';
import { placePiece } from './piece-meshes.ts';
import type { PieceSphere } from './raycast.ts';

const MIN_HIDDEN_SHARE = 0.5;

export type OccludedT = PlacedPiece & { readonly at: Point3D };

export function findOccludedTs(
  eye: Point3D,
  geometry: BoardGeometry,
  standing: readonly (OccludedT & { readonly sphere: PieceSphere })[],
): OccludedT[] {
  return standing.filter(({ piece, sphere }) => {
    if (!piece.t) return false;
    const others = standing.flatMap((other) => (other.sphere === sphere ? [] : [other.sphere]));
    return occludedShare(eye, sphere, geometry.heightmap, others) > MIN_HIDDEN_SHARE;
  });
}

/** Draws occluded Ts, with collar and letter, through whatever occludes them. */
export class OccludedTMarkers {
  readonly group = new Group();
  readonly #rim = tRimGeometry('fine');
  readonly #body = tDomeGeometry('fine');
  readonly #mark = tMarkGeometry('fine');
  #shown = '';

  show(geometry: BoardGeometry, hidden: readonly OccludedT[], { seats }: Colours): void {
    const shown = JSON.stringify([hidden, geometry.bottom, seats]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.clear();
    for (const { piece, at } of hidden) {
      const { body, mark } = seats[piece.side];
      const through = { transparent: true, depthTest: false, depthWrite: false };
      const rim = new Mesh(this.#rim, new MeshBasicMaterial({ ...through, color: body, opacity: 0.72 }));
      const dome = new Mesh(this.#body, new MeshBasicMaterial({ ...through, color: body, opacity: 0.72 }));
      const letter = new Mesh(this.#mark, new MeshBasicMaterial({ ...through, color: mark }));
      rim.renderOrder = 2;
      dome.renderOrder = 2;
      letter.renderOrder = 3;
      const mesh = new Group();
      mesh.add(rim, dome, letter);
      placePiece({ piece, group: mesh }, at, geometry);
      this.group.add(mesh);
    }
  }

  clear(): void {
    this.group.traverse((part) => {
      if (part instanceof Mesh && part.material instanceof MeshBasicMaterial) part.material.dispose();
    });
    this.group.clear();
  }

  dispose(): void {
    this.clear();
    this.#rim.dispose();
    this.#body.dispose();
    this.#mark.dispose();
  }
}
