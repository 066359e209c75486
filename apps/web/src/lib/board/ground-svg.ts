/** Draws the board under the pieces as SVG with attributes: for pages, and for pictures without a style sheet. */
import { SIDES, type Square } from '@terrace/rules';
import type { Goal } from './board-state.ts';
import type { BoardGeometry, Point } from './geometry.ts';
import { goalFlags, KEYLINE, T_OUTLINE, T_OUTLINE_WIDTH } from './goal-flags.ts';
import { type Edge, SQUARE } from './heightmap.ts';
import { T } from './piece-shape.ts';
import { COURSE, drawTerrain } from './terrain.ts';

export type Theme = (name: string) => string;

/** @param share of the second color, 0 to 1 */
type Mixture = readonly [one: string, other: string, share: number];
/** Mixes two colors, with different pairs for light and dark boards. */
export type Mix = (light: Mixture, dark: Mixture) => string;

/** In a page, CSS resolves the values; `light-dark` follows the `color-scheme` of the surrounding elements. */
export const pageStyles: Theme = (name) => `var(--${name})`;
export const styledMix: Mix = (...mixtures) =>
  `light-dark(${mixtures.map(([one, other, share]) => `color-mix(in oklab,${one},${other} ${100 * share}%)`)})`;

type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
}
export const path = (d: string, attributes: Attributes): string => element('path', { d, fill: 'none', ...attributes });
export const translate = ({ x, y }: Point, content: string): string =>
  element('g', { transform: `translate(${x} ${y})` }, content);

/** @param small omits details that are invisible on small boards */
export function terrainSvg(geometry: BoardGeometry, theme: Theme, mix: Mix, small = false): string {
  const ground = drawTerrain(geometry.heightmap, small ? 13 : undefined);
  const outline = { stroke: theme('outline'), 'stroke-width': 1.2 };
  const level = (n: number) => theme(`level-${n}`);
  const tint = theme('wall-tint');
  const wallColors: Readonly<Record<Edge, (low: string, high: string) => string>> = {
    down: (low) => mix([low, tint, 0.66], [low, tint, 0.66]),
    right: (low) => mix([low, tint, 0.46], [low, tint, 0.46]),
    left: (low, high) => mix([low, tint, 0.15], [high, '#ffffff', 0.13]),
    up: (_, high) => mix([high, '#ffffff', 0.7], [high, '#ffffff', 0.26]),
  };
  const front = ground.front.map(({ x, height, level: top, courses }) => {
    const fill = mix([level(top), tint, 0.5], [level(top), tint, 0.34]);
    const bar = element('rect', { x, y: ground.extent, width: SQUARE, height, fill, ...outline });
    return bar + path(courses, { stroke: '#fff', 'stroke-opacity': 0.16, 'stroke-width': 1.2 });
  });
  const detail = () => [
    ...ground.footShades.map((d) => path(d, { fill: theme('foot') })),
    path(ground.seams, { stroke: theme('seam'), 'stroke-width': 1.6 }),
    path(ground.seams, { stroke: theme('seam-light'), 'stroke-width': 1.4, transform: 'translate(1.5 1.5)' }),
    path(ground.litFeet, { fill: theme('lit-foot') }),
  ];
  return [
    ...(small ? [] : front),
    ...ground.floors.map((floor) => path(floor.d, { fill: level(floor.level) })),
    path(ground.castShadow, { fill: theme('cast') }),
    ...(small ? [] : detail()),
    ...ground.walls.map(({ faces, low, d }) => path(d, { fill: wallColors[faces](level(low), level(low + 1)) })),
    path(ground.rims.shaded, { fill: theme('rim') }),
    path(ground.rims.lit, { fill: theme('rim-lit') }),
    small ? '' : element('rect', { width: ground.extent, height: ground.extent, fill: 'none', ...outline }),
  ].join('');
}

/** @param prefix of their ids: each drawing on a page has its own gradients */
export function gradientsSvg(theme: Theme, prefix = ''): string {
  const stop = (offset: number, color: string, opacity: string | number = 1) =>
    element('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });
  const domes = SIDES.map((side) => {
    const [body, rim] = [theme(side), theme(`${side}-rim`)];
    const dome = [stop(0, theme(`${side}-hi`)), stop(0.34, body), stop(0.82, body), stop(1, theme(`${side}-lo`))];
    const halo = [
      stop(T.rim / T.halo, rim, theme('halo-near')),
      stop(T.haloBreak / T.halo, rim, theme('halo-far')),
      stop(1, rim, 0),
    ];
    return (
      element('radialGradient', { id: `${prefix}${side}`, cx: 0.38, cy: 0.3, r: 0.8 }, dome.join('')) +
      element('radialGradient', { id: `${prefix}${side}-halo` }, halo.join(''))
    );
  });
  const gradientTransform = 'translate(.5 .5) rotate(-35) scale(.5 .327)';
  const shine = stop(0, '#fff', 0.55) + stop(1, '#fff', 0);
  const ellipse = element('radialGradient', { id: `${prefix}shine`, cx: 0, cy: 0, r: 1, gradientTransform }, shine);
  return element('defs', {}, domes.join('') + ellipse);
}

/** Shows the outline of a goal's T while the square is vacant. @param small draws only the cloth */
export function goalsSvg(
  goals: readonly Goal[],
  isVacant: (square: Square) => boolean,
  geometry: BoardGeometry,
  theme: Theme,
  small = false,
): string {
  return goals
    .map((goal) =>
      translate(geometry.centre(goal.square), goalSvg(goal, isVacant(goal.square), geometry, theme, small)),
    )
    .join('');
}

export function goalSvg(goal: Goal, isVacant: boolean, geometry: BoardGeometry, theme: Theme, small = false): string {
  const { flags, keyline } = goalFlags(goal, geometry);
  const ground = theme('target-ground');
  const drawn = flags.flatMap(({ side, cloth, stroke, letter }) => [
    path(cloth, { fill: theme(side) }),
    small
      ? ''
      : path(stroke.d, {
          stroke: theme(`${side}-mark`),
          'stroke-width': stroke.width,
          'stroke-linecap': 'round',
          transform: `translate(${stroke.at.x} ${stroke.at.y}) rotate(${stroke.turn})`,
        }),
    isVacant && !small
      ? path(T_OUTLINE, {
          fill: ground,
          'fill-opacity': 0.4,
          stroke: theme(side),
          'stroke-width': T_OUTLINE_WIDTH,
          transform: `translate(${letter.at.x} ${letter.at.y}) rotate(${letter.turn}) scale(${letter.scale})`,
        })
      : '',
  ]);
  return drawn.join('') + path(keyline, { stroke: ground, 'stroke-width': KEYLINE });
}

/** Coordinates next to the board; a file's letter hangs below its bar of the front face. */
export function namesSvg({ labels, heightmap, size }: BoardGeometry, theme: Theme): string {
  const style = { fill: theme('muted'), 'font-size': 17, 'font-weight': 600, 'text-anchor': 'middle' };
  const bottom = heightmap.at(-1) ?? [];
  return [
    ...labels.rows.map((label, row) => element('text', { x: -14, y: row * SQUARE + 56, ...style }, label)),
    ...labels.columns.map((label, column) => {
      const y = size * SQUARE + (bottom[column] ?? 0) * COURSE + 20;
      return element('text', { x: (column + 0.5) * SQUARE, y, ...style }, label);
    }),
  ].join('');
}
