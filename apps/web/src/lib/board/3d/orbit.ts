import type { Point3D } from './model-space.ts';

/** Camera position: angles in degrees, zoom as a factor of the distance at which the board fits. */
export type Orbit = { readonly azimuth: number; readonly elevation: number; readonly zoom: number };

export const FIELD_OF_VIEW = 28;
export const HOME: Orbit = { azimuth: -14, elevation: 58, zoom: 1 };
/** Camera distance is 14 to 30 squares; at 22.4 the entire board is in view. */
const ZOOM = { min: 14 / 22.4, max: 30 / 22.4 };
const ELEVATION = { min: 35, max: 85 };
const QUARTER = 90;
const SNAP = 6;
/** Share of the picture's half width and height that the board may fill. */
const FILL = 0.985;

const clamp = (n: number, { min, max }: { min: number; max: number }) => Math.min(Math.max(n, min), max);
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Clamps to the limits: above the board but not straight above, no roll, any azimuth. */
export function clampOrbit({ azimuth, elevation, zoom }: Orbit): Orbit {
  return { azimuth, elevation: clamp(elevation, ELEVATION), zoom: clamp(zoom, ZOOM) };
}

/** The orbit for a narrow picture: nearly frontal and higher up, so that the board fills more of it. */
export const steepenOrbit = ({ azimuth, elevation, zoom }: Orbit): Orbit =>
  clampOrbit({ azimuth: azimuth + 10, elevation: elevation + 6, zoom });

export function snapToSeat(orbit: Orbit): Orbit {
  const home = HOME.azimuth + Math.round((orbit.azimuth - HOME.azimuth) / QUARTER) * QUARTER;
  return Math.abs(orbit.azimuth - home) <= SNAP ? { ...orbit, azimuth: home } : orbit;
}

/** Clockwise quarter turns from home to the viewer's "up", 0 to 3. Floor texts turn with it. */
export const quarterTurns = ({ azimuth }: Orbit): number =>
  ((-Math.round((azimuth - HOME.azimuth) / QUARTER) % 4) + 4) % 4;

/** The same orbit with the azimuth nearest to `near`, so that a return takes the shorter way. */
export function nearestTurn(orbit: Orbit, near: number): Orbit {
  return { ...orbit, azimuth: orbit.azimuth + Math.round((near - orbit.azimuth) / 360) * 360 };
}

export const isHome = ({ azimuth, elevation, zoom }: Orbit): boolean =>
  Math.abs(azimuth - HOME.azimuth) < 0.5 && Math.abs(elevation - HOME.elevation) < 0.5 && Math.abs(zoom - 1) < 0.01;

export function interpolate(from: Orbit, to: Orbit, share: number): Orbit {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return {
    azimuth: mix(from.azimuth, to.azimuth),
    elevation: mix(from.elevation, to.elevation),
    zoom: mix(from.zoom, to.zoom),
  };
}

type Axes = { readonly right: Point3D; readonly up: Point3D; readonly back: Point3D };

function axes({ azimuth, elevation }: Orbit): Axes {
  const [a, e] = [radians(azimuth), radians(elevation)];
  return {
    right: { x: Math.cos(a), y: 0, z: -Math.sin(a) },
    up: { x: -Math.sin(a) * Math.sin(e), y: Math.cos(e), z: -Math.cos(a) * Math.sin(e) },
    back: { x: Math.sin(a) * Math.cos(e), y: Math.sin(e), z: Math.cos(a) * Math.cos(e) },
  };
}

const dot = (a: Point3D, b: Point3D) => a.x * b.x + a.y * b.y + a.z * b.z;

export type CameraPose = { readonly eye: Point3D; readonly target: Point3D };

/** At zoom 1 the points just fill the picture, with equal margins. @param aspect width divided by height */
export function fitCamera(orbit: Orbit, points: readonly Point3D[], aspect: number): CameraPose {
  const { right, up, back } = axes(orbit);
  const height = Math.tan(radians(FIELD_OF_VIEW / 2)) * FILL;
  const across = fit(
    points.map((p) => ({ aside: dot(p, right), near: dot(p, back) })),
    height * aspect,
  );
  const upwards = fit(
    points.map((p) => ({ aside: dot(p, up), near: dot(p, back) })),
    height,
  );
  const distance = Math.max(across.distance, upwards.distance) * orbit.zoom;
  const at = (run: number): Point3D => ({
    x: right.x * across.middle + up.x * upwards.middle + back.x * run,
    y: right.y * across.middle + up.y * upwards.middle + back.y * run,
    z: right.z * across.middle + up.z * upwards.middle + back.z * run,
  });
  return { eye: at(distance), target: at(0) };
}

/** In one dimension: the least distance, and the centre, for which all points lie within `slope` of the line of sight. */
function fit(points: readonly { aside: number; near: number }[], slope: number): { distance: number; middle: number } {
  const above = Math.max(...points.map(({ aside, near }) => aside + slope * near));
  const below = Math.max(...points.map(({ aside, near }) => -aside + slope * near));
  return { distance: (above + below) / (2 * slope), middle: (above - below) / 2 };
}
