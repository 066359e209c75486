import { DirectionalLight, Group, HemisphereLight, Vector3 } from 'three';
import type { Colours } from './colours.ts';

/** Position of the sun for the home view: high, to the left, behind the board. */
const SUN = new Vector3(-5, 11, -4.6);
const LIGHT = { sun: '#fffaf2', sunlight: 2.5, sky: '#eef4ff', floor: '#d4d2cc', skylight: 1.4 };
const DARK = { sun: '#fff1dc', sunlight: 2.9, sky: '#d5dcea', floor: '#2a2e36', skylight: 1.2 };
const SHADOW_PIXELS = 2048;
const UP = new Vector3(0, 1, 0);

export type Lights = { readonly group: Group; readonly sun: DirectionalLight; readonly sky: HemisphereLight };

export function createLights(size: number): Lights {
  const sun = new DirectionalLight();
  sun.castShadow = true;
  sun.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
  sun.shadow.radius = 2.2;
  sun.shadow.bias = -0.0004;
  sun.shadow.normalBias = 0.03;
  const reach = size * 0.82;
  Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 2, far: 26 });
  const sky = new HemisphereLight();
  const group = new Group();
  group.add(sun, sun.target, sky);
  return { group, sun, sky };
}

export function colourLights({ sun, sky }: Lights, { dark }: Colours): void {
  const now = dark ? DARK : LIGHT;
  sun.color.set(now.sun);
  sun.intensity = now.sunlight;
  sky.color.set(now.sky);
  sky.groundColor.set(now.floor);
  sky.intensity = now.skylight;
}

/** The sun follows the viewer: shadows always fall to the lower right of the screen. */
export function turnSun({ sun }: Lights, byDegrees: number): void {
  sun.position.copy(SUN).applyAxisAngle(UP, (byDegrees * Math.PI) / 180);
}
