import type { BoardGeometry } from '../geometry.ts';
import { moveDuration, VANISH_MS } from '../move-animation.ts';
import type { NewMove } from '../move-detector.ts';
import { floorCentre } from './model-space.ts';
import { ease, moveCurve } from './move-curve.ts';
import { makeFadeable, type PieceMeshes, placePiece } from './piece-meshes.ts';
import type { Renderer } from './renderer.ts';

/** With reduced motion, pieces jump and a captured piece only fades. */
const REDUCED_MS = 80;

/** Animates the piece on the target square along the move's path, and fades the captured piece. */
export function animateMove(
  { trace: { to, path, kind }, travels, captured }: NewMove,
  animated: boolean,
  pieces: PieceMeshes,
  geometry: BoardGeometry,
  renderer: Renderer,
): void {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ms = !travels || !animated ? 0 : reduced ? REDUCED_MS : moveDuration(kind, path.length);
  const mover = pieces.at(to);
  if (mover && ms > 0 && !reduced) {
    const curve = moveCurve(
      kind,
      path.map((square) => floorCentre(geometry, square)),
    );
    placePiece(mover, curve(0), geometry);
    renderer.animate(ms, (share) => placePiece(mover, curve(ease(share)), geometry));
  }
  if (captured === undefined) return;
  const mesh = pieces.create(captured.piece);
  placePiece(mesh, floorCentre(geometry, captured.square), geometry);
  const fade = makeFadeable(mesh);
  pieces.group.add(mesh.group);
  renderer.animate(
    reduced ? REDUCED_MS : VANISH_MS,
    (share) => {
      fade(1 - share);
      if (!reduced) mesh.group.scale.setScalar(1 - 0.15 * share);
      if (share === 1) pieces.group.remove(mesh.group);
    },
    { wait: reduced ? 0 : ms },
  );
}
