import { Group, Mesh, MeshBasicMaterial } from 'three';
import type { Placed } from '../placed.ts';
import type { View } from '../view.ts';
import type { Colours } from './colours.ts';
import { domeGeometry, markGeometry } from './domes.ts';
import { hiddenShare } from './hidden.ts';
import type { Ball } from './pick.ts';
import { place } from './pieces.ts';
import type { Spot } from './place.ts';

const MUCH = 0.5;

/** A T that stands hidden, and where. */
export type Hidden = Placed & { readonly at: Spot };

/** Every T of which more than half is hidden from an eye. */
export function hiddenTs(eye: Spot, view: View, standing: readonly (Hidden & { readonly ball: Ball })[]): Hidden[] {
  return standing.filter(({ piece, ball }) => {
    if (!piece.t) return false;
    const others = standing.flatMap((other) => (other.ball === ball ? [] : [other.ball]));
    return hiddenShare(eye, ball, view.relief, others) > MUCH;
  });
}

/** Shows hidden Ts, their ring and their letter, through what hides them (LOOK 3). */
export class Ghosts {
  readonly group = new Group();
  readonly #body = domeGeometry(1);
  readonly #mark = markGeometry({ side: 'south', size: 1, t: true });
  #shown = '';

  show(view: View, hidden: readonly Hidden[], { seats }: Colours): void {
    const shown = JSON.stringify([hidden, view.bottom, seats]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.clear();
    for (const { piece, at } of hidden) {
      const { body, mark } = seats[piece.side];
      const through = { transparent: true, depthTest: false, depthWrite: false };
      const dome = new Mesh(this.#body, new MeshBasicMaterial({ ...through, color: body, opacity: 0.72 }));
      const letter = new Mesh(this.#mark, new MeshBasicMaterial({ ...through, color: mark }));
      dome.renderOrder = 2;
      letter.renderOrder = 3;
      const ghost = new Group();
      ghost.add(dome, letter);
      place({ piece, group: ghost }, at, view);
      this.group.add(ghost);
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
    this.#body.dispose();
    this.#mark.dispose();
  }
}
