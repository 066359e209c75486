import { type Lights, turnSun } from './lights.ts';
import type { Point3D } from './model-space.ts';
import { ease } from './move-curve.ts';
import { clampOrbit, fitCamera, HOME, interpolate, nearestTurn, type Orbit, steepenOrbit } from './orbit.ts';
import type { Renderer } from './renderer.ts';

const TURN_MS = 260;

/** Orbits the camera and keeps the entire board in view; the sun follows. */
export class CameraOrbit {
  readonly #renderer: Renderer;
  readonly #lights: Lights;
  readonly #points: () => readonly Point3D[];
  readonly #onchange: () => void;
  #orbit: Orbit = HOME;
  #reported: Orbit | undefined;

  /** @param onchange called before each frame in which the orbit has changed */
  constructor(renderer: Renderer, lights: Lights, points: () => readonly Point3D[], onchange: () => void) {
    this.#renderer = renderer;
    this.#lights = lights;
    this.#points = points;
    this.#onchange = onchange;
  }

  get orbit(): Orbit {
    return this.#orbit;
  }

  set(orbit: Orbit): void {
    this.#apply(clampOrbit(orbit));
  }

  animate(from: Orbit, to: Orbit): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#apply(to);
      return;
    }
    const start = nearestTurn(from, to.azimuth);
    this.#apply(start);
    this.#renderer.animate(TURN_MS, (share) => this.#apply(interpolate(start, to, ease(share))));
  }

  /** Returns to the home orbit after the board was rotated by `degrees`; undefined when mirrored. */
  rotateBoard(degrees: number | undefined): void {
    if (degrees === undefined) this.refresh();
    else this.animate({ ...this.#orbit, azimuth: this.#orbit.azimuth + degrees }, HOME);
  }

  /** Call when the points or the size of the picture have changed. */
  refresh(): void {
    this.#apply(this.#orbit);
  }

  beforeFrame(): void {
    if (this.#orbit === this.#reported) return;
    this.#reported = this.#orbit;
    this.#onchange();
  }

  #apply(orbit: Orbit): void {
    this.#orbit = orbit;
    turnSun(this.#lights, orbit.azimuth - HOME.azimuth);
    const shown = this.#renderer.narrow ? steepenOrbit(orbit) : orbit;
    this.#renderer.placeCamera(fitCamera(shown, this.#points(), this.#renderer.aspect));
    this.#renderer.requestFrame({ shadows: true });
  }
}
