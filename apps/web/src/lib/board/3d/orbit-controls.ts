import { HOME, type Orbit, snapToSeat } from './orbit.ts';

/** A press that moves further than this, in px, orbits; otherwise it is a click on a square. */
const TURN_PX = 6;
const DEGREES_PER_PX = { azimuth: 0.35, elevation: 0.28 };
const ZOOM_PER_WHEEL = 0.0012;
/** A double click this soon after a selection does not reset the view. */
const QUIET_MS = 600;

type Camera = {
  readonly orbit: Orbit;
  set(orbit: Orbit): void;
  animate(from: Orbit, to: Orbit): void;
};

type Pointer = { readonly x: number; readonly y: number };

/** Orbits and zooms: drag outside movable pieces, two fingers, the wheel, a double click. */
export class OrbitControls {
  readonly #camera: () => Camera | undefined;
  readonly #busy: () => 'holding' | 'choosing' | undefined;
  readonly #pointers = new Map<number, Pointer>();
  #turning = false;
  #ignoreClick = false;
  #choseAt = 0;

  constructor(camera: () => Camera | undefined, busy: () => 'holding' | 'choosing' | undefined) {
    this.#camera = camera;
    this.#busy = busy;
  }

  down(event: PointerEvent): void {
    this.#ignoreClick = false;
    if (this.#busy() !== undefined) this.#choseAt = event.timeStamp;
    if (this.#busy() === 'holding') return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 1) this.#turning = false;
  }

  move(event: PointerEvent, area: HTMLElement): void {
    const camera = this.#camera();
    const before = this.#pointers.get(event.pointerId);
    if (camera === undefined || before === undefined) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.#turning && Math.hypot(dx, dy) < TURN_PX) return;
    if (!this.#turning) for (const id of this.#pointers.keys()) area.setPointerCapture(id);
    this.#turning = true;
    const spread = this.#spread();
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const share = 1 / this.#pointers.size;
    const { azimuth, elevation, zoom } = camera.orbit;
    camera.set({
      azimuth: azimuth - dx * DEGREES_PER_PX.azimuth * share,
      elevation: elevation + dy * DEGREES_PER_PX.elevation * share,
      zoom: spread === undefined ? zoom : (zoom * spread) / (this.#spread() ?? spread),
    });
  }

  up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId) || !this.#turning) return;
    this.#ignoreClick = true;
    const camera = this.#camera();
    if (this.#pointers.size > 0 || camera === undefined) return;
    this.#turning = false;
    const rest = snapToSeat(camera.orbit);
    if (rest !== camera.orbit) camera.animate(camera.orbit, rest);
  }

  get turning(): boolean {
    return this.#turning;
  }

  /** Whether a click selects a square; the click that ends an orbit does not. */
  mayChoose(event: MouseEvent): boolean {
    const may = !this.#ignoreClick;
    this.#ignoreClick = false;
    if (this.#busy() !== undefined) this.#choseAt = event.timeStamp;
    return may;
  }

  doubleClick(event: MouseEvent): void {
    if (this.#busy() === undefined && event.timeStamp - this.#choseAt > QUIET_MS) this.reset();
  }

  wheel(event: WheelEvent): void {
    const camera = this.#camera();
    if (camera === undefined || event.ctrlKey) return;
    event.preventDefault();
    const { orbit } = camera;
    camera.set({ ...orbit, zoom: orbit.zoom * Math.exp(event.deltaY * ZOOM_PER_WHEEL) });
  }

  reset(): void {
    const camera = this.#camera();
    camera?.animate(camera.orbit, HOME);
  }

  #spread(): number | undefined {
    const [one, two] = this.#pointers.values();
    return one && two && Math.max(Math.hypot(one.x - two.x, one.y - two.y), 1);
  }
}
