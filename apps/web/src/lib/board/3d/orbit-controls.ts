import { HOME, type Orbit, snapped } from './orbit.ts';

/** A press that moves further than this, in px, turns the board; one that does not is a click on a square. */
const TURN_PX = 6;
const DEGREES_PER_PX = { azimuth: 0.35, elevation: 0.28 };
const ZOOM_PER_WHEEL = 0.0012;
/** After a click that chose something, a second one is for the board and not a double click on the ground. */
const QUIET_MS = 600;

type Viewer = {
  readonly orbit: Orbit;
  turn(orbit: Orbit): void;
  lookFrom(from: Orbit, to: Orbit): void;
};

type Finger = { readonly x: number; readonly y: number };

/** Turns and nears the board: a pointer on anything but a piece that may move, two fingers, the wheel, a double click. */
export class OrbitControls {
  readonly #viewer: () => Viewer | undefined;
  /** Whether the pointer holds a piece, or anything else is being chosen. */
  readonly #busy: () => 'holding' | 'choosing' | undefined;
  readonly #fingers = new Map<number, Finger>();
  #turning = false;
  #swallow = false;
  #chose = 0;

  constructor(viewer: () => Viewer | undefined, busy: () => 'holding' | 'choosing' | undefined) {
    this.#viewer = viewer;
    this.#busy = busy;
  }

  down(event: PointerEvent): void {
    this.#swallow = false;
    if (this.#busy() !== undefined) this.#chose = event.timeStamp;
    if (this.#busy() === 'holding') return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size === 1) this.#turning = false;
  }

  move(event: PointerEvent, area: HTMLElement): void {
    const viewer = this.#viewer();
    const before = this.#fingers.get(event.pointerId);
    if (viewer === undefined || before === undefined) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.#turning && Math.hypot(dx, dy) < TURN_PX) return;
    if (!this.#turning) for (const id of this.#fingers.keys()) area.setPointerCapture(id);
    this.#turning = true;
    const spread = this.#spread();
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const share = 1 / this.#fingers.size;
    const { azimuth, elevation, zoom } = viewer.orbit;
    viewer.turn({
      azimuth: azimuth - dx * DEGREES_PER_PX.azimuth * share,
      elevation: elevation + dy * DEGREES_PER_PX.elevation * share,
      zoom: spread === undefined ? zoom : (zoom * spread) / (this.#spread() ?? spread),
    });
  }

  up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId) || !this.#turning) return;
    this.#swallow = true;
    const viewer = this.#viewer();
    if (this.#fingers.size > 0 || viewer === undefined) return;
    this.#turning = false;
    const rest = snapped(viewer.orbit);
    if (rest !== viewer.orbit) viewer.lookFrom(viewer.orbit, rest);
  }

  /** Whether the board is being rotated now. */
  get turning(): boolean {
    return this.#turning;
  }

  /** Whether a click chooses a square; the one that ends a turn does not. */
  mayChoose(event: MouseEvent): boolean {
    const may = !this.#swallow;
    this.#swallow = false;
    if (this.#busy() !== undefined) this.#chose = event.timeStamp;
    return may;
  }

  doubleClick(event: MouseEvent): void {
    if (this.#busy() === undefined && event.timeStamp - this.#chose > QUIET_MS) this.home();
  }

  wheel(event: WheelEvent): void {
    const viewer = this.#viewer();
    if (viewer === undefined || event.ctrlKey) return;
    event.preventDefault();
    const { orbit } = viewer;
    viewer.turn({ ...orbit, zoom: orbit.zoom * Math.exp(event.deltaY * ZOOM_PER_WHEEL) });
  }

  home(): void {
    const viewer = this.#viewer();
    viewer?.lookFrom(viewer.orbit, HOME);
  }

  /** How far two fingers are apart. */
  #spread(): number | undefined {
    const [one, two] = this.#fingers.values();
    return one && two && Math.max(Math.hypot(one.x - two.x, one.y - two.y), 1);
  }
}
