/** Draws a board as SVG that needs no style sheet: all colors and line widths are attributes. */
import { type Piece, pieceAt, pieces, SIDES, type Square } from '@terrace/rules';
import type { BoardOptions, BoardState, Goal } from './board-state.ts';
import { endRing, goalFrame } from './end-marks.ts';
import { floorTexts } from './floor-texts.ts';
import { type BoardGeometry, boardGeometry, type Point } from './geometry.ts';
import { goalFlags, KEYLINE, T_OUTLINE, T_OUTLINE_WIDTH } from './goal-flags.ts';
import { type Edge, SQUARE } from './heightmap.ts';
import {
  arrowPath,
  bracketsPath,
  CALL_RING,
  dotsPath,
  MATE_RING,
  pathDots,
  placedPath,
  ringPath,
} from './marker-paths.ts';
import { goalsOf } from './moves.ts';
import { mixed } from './oklab.ts';
import { CROWN_LINE, crownPath, mark, markPath, radius, T } from './piece-shape.ts';
import { COURSE, drawTerrain } from './terrain.ts';

/** The value of a custom property of `themes.css` or `tokens.css`, such as `level-1`. */
export type Theme = (name: string) => string;

/** @param crowns opacity of the crown rings, 0 to 1 */
export type PieceOptions = { readonly crowns: number; readonly letters: boolean };

type Picture = Pick<BoardState, 'position' | 'orientation' | 'lastMove' | 'call' | 'end'> &
  Pick<BoardOptions, 'coordinates' | 'numerals'> &
  PieceOptions;

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
}
const path = (d: string, attributes: Attributes) => element('path', { d, fill: 'none', ...attributes });
const circle = ({ x, y }: Point, r: number, attributes: Attributes) =>
  element('circle', { cx: x, cy: y, r, ...attributes });
const moved = ({ x, y }: Point, content: string) => element('g', { transform: `translate(${x} ${y})` }, content);

/** Board units, `0 0` at the upper left corner of the board. Text is drawn in the font of the elements around it. */
export function boardSvg({ position, orientation, lastMove, call, end, ...options }: Picture, theme: Theme): string {
  const geometry = boardGeometry(position.size, orientation);
  const { centre } = geometry;
  const line = (d: string, core = 5, casing = 8.6) => outlined(d, core, casing, theme);
  const radiusAt = (square: Square) => {
    const piece = pieceAt(position, square);
    return piece === undefined ? 0 : radius(piece);
  };
  return [
    terrainSvg(geometry, theme),
    gradientsSvg(theme),
    options.coordinates === 'outside' ? namesSvg(geometry, theme) : '',
    ...goalsOf(position).map((goal) =>
      goalSvg(goal, pieceAt(position, goal.square) === undefined, geometry, theme, centre(goal.square)),
    ),
    end?.square !== undefined && end.goal !== undefined
      ? moved(centre(end.square), path(goalFrame(geometry, end.goal), { stroke: theme(end.winner), 'stroke-width': 8 }))
      : '',
    lastMove
      ? line(placedPath(centre(lastMove.from), ringPath(13)), 4, 7.6) +
        path(dotsPath(pathDots(lastMove.path.map(centre))), {
          fill: theme('sun'),
          stroke: theme('case'),
          'stroke-width': 1.8,
        })
      : '',
    ...pieces(position).map(({ square, piece }) => {
      const drawn = pieceSvg(piece, geometry.edgeOf(piece.side), theme, options, centre(square));
      return end?.losers.includes(piece.side) ? element('g', { opacity: 0.5 }, drawn) : drawn;
    }),
    end?.square === undefined ? '' : line(placedPath(centre(end.square), ringPath(endRing(radiusAt(end.square))))),
    lastMove && lastMove.to !== end?.square ? line(placedPath(centre(lastMove.to), bracketsPath), 4, 7.6) : '',
    ...(call?.attacks ?? []).map(({ from, to }) => line(arrowPath(centre(from), radiusAt(from), centre(to)))),
    ...(call?.squares ?? []).map((square) => {
      const mate = call?.mate
        ? line(placedPath(centre(square), ringPath(MATE_RING.r)), MATE_RING.core, MATE_RING.casing)
        : '';
      return line(placedPath(centre(square), ringPath(CALL_RING))) + mate;
    }),
    textsSvg(geometry, options, theme),
  ].join('');
}

/** The board without pieces. */
export function terrainSvg({ heightmap }: BoardGeometry, theme: Theme): string {
  const ground = drawTerrain(heightmap);
  const outline = { stroke: theme('outline'), 'stroke-width': 1.2 };
  const frontTint = theme('board-scheme') === 'dark' ? 0.34 : 0.5;
  return [
    ...ground.front.map(({ x, height, level, courses }) => {
      const fill = mixed(theme(`level-${level}`), theme('wall-tint'), frontTint);
      const bar = element('rect', { x, y: ground.extent, width: SQUARE, height, fill, ...outline });
      return bar + path(courses, { stroke: '#fff', 'stroke-opacity': 0.16, 'stroke-width': 1.2 });
    }),
    ...ground.floors.map(({ level, d }) => path(d, { fill: theme(`level-${level}`) })),
    path(ground.castShadow, { fill: theme('cast') }),
    ...ground.footShades.map((d) => path(d, { fill: theme('foot') })),
    path(ground.seams, { stroke: theme('seam'), 'stroke-width': 1.6 }),
    path(ground.seams, { stroke: theme('seam-light'), 'stroke-width': 1.4, transform: 'translate(1.5 1.5)' }),
    path(ground.litFeet, { fill: theme('lit-foot') }),
    ...ground.walls.map(({ faces, low, d }) => path(d, { fill: wallColor(faces, low, theme) })),
    path(ground.rims.shaded, { fill: theme('rim') }),
    path(ground.rims.lit, { fill: theme('rim-lit') }),
    element('rect', { width: ground.extent, height: ground.extent, fill: 'none', ...outline }),
  ].join('');
}

/** The same colors as in `Terrain.svelte`. */
function wallColor(faces: Edge, level: number, theme: Theme): string {
  const [low, high, tint] = [theme(`level-${level}`), theme(`level-${level + 1}`), theme('wall-tint')];
  const isDark = theme('board-scheme') === 'dark';
  switch (faces) {
    case 'down':
      return mixed(low, tint, 0.66);
    case 'right':
      return mixed(low, tint, 0.46);
    case 'left':
      return isDark ? mixed(high, '#ffffff', 0.13) : mixed(low, tint, 0.15);
    case 'up':
      return mixed(high, '#ffffff', isDark ? 0.26 : 0.7);
  }
}

/** The gradients that pieces are filled with. */
export function gradientsSvg(theme: Theme): string {
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
      element('radialGradient', { id: side, cx: 0.38, cy: 0.3, r: 0.8 }, dome.join('')) +
      element('radialGradient', { id: `${side}-halo` }, halo.join(''))
    );
  });
  const gradientTransform = 'translate(.5 .5) rotate(-35) scale(.5 .327)';
  const shine = stop(0, '#fff', 0.55) + stop(1, '#fff', 0);
  const ellipse = element('radialGradient', { id: 'shine', cx: 0, cy: 0, r: 1, gradientTransform }, shine);
  return element('defs', {}, domes.join('') + ellipse);
}

/** A piece, with gradients from {@link gradientsSvg}. @param home the edge that its mark points to */
export function pieceSvg(
  piece: Piece,
  home: Edge,
  theme: Theme,
  { crowns, letters }: PieceOptions,
  at: Point = { x: 0, y: 0 },
): string {
  const { side, size, t } = piece;
  const { x, y } = at;
  const r = radius(piece);
  const dome = t ? T.dome : r;
  const reach = 0.16 * r + 3;
  const shadow = (share: number, down: number) => ({ x: x + share * reach, y: y + down * reach });
  const edge = { stroke: '#000', 'stroke-opacity': 0.28, 'stroke-width': 2 };
  const ink = theme(`${side}-mark`);
  const crown = (by: number, stroke: string, opacity: number) =>
    path(crownPath(piece, { x: x + by, y: y + by }, home), {
      stroke,
      'stroke-width': CROWN_LINE,
      'stroke-opacity': opacity * crowns,
    });
  const groove = theme('board-scheme') === 'dark' ? 1.1 : -1.1;
  const fontSize = 0.3 * r + 10;
  return [
    t ? circle(at, T.halo, { fill: `url(#${side}-halo)` }) : '',
    circle(shadow(1, 1.5), r, { fill: theme('dome-cast') }),
    circle(shadow(0.35, 0.5), r, { fill: theme('dome-contact') }),
    t ? circle(at, T.rim, { fill: theme(`${side}-rim`), ...edge }) : '',
    t ? circle(at, T.collar, { fill: 'none', stroke: ink, 'stroke-width': theme('collar') }) : '',
    circle(at, dome, { fill: `url(#${side})`, ...(t ? {} : edge) }),
    circle({ x: x - 0.34 * dome, y: y - 0.42 * dome }, 0.26 * dome, { fill: 'url(#shine)' }),
    ...(crowns > 0 && crownPath(piece, at, home) !== ''
      ? [
          crown(groove, theme('crown-cut'), Number(theme('crown-cut-opacity'))),
          crown(0, ink, Number(theme(`${side}-crown`))),
        ]
      : []),
    path(markPath(piece, at, home), {
      stroke: ink,
      'stroke-width': t ? T.width : mark(size).width,
      'stroke-linecap': 'round',
    }),
    letters && !t
      ? element(
          'text',
          { x, y, dy: '.33em', fill: ink, 'font-size': fontSize, 'font-weight': 700, 'text-anchor': 'middle' },
          ' ABCD'.charAt(size),
        )
      : '',
  ].join('');
}

/**
 * The flags in the corner of a goal square.
 * @param vacant without a piece: its Ts are outlined
 * @param at its middle
 */
export function goalSvg(goal: Goal, vacant: boolean, geometry: BoardGeometry, theme: Theme, at: Point): string {
  const { flags, keyline } = goalFlags(goal, geometry);
  const ground = theme('target-ground');
  const drawn = flags.flatMap(({ side, cloth, stroke, letter }) => [
    path(cloth, { fill: theme(side) }),
    path(stroke.d, {
      stroke: theme(`${side}-mark`),
      'stroke-width': stroke.width,
      'stroke-linecap': 'round',
      transform: `translate(${stroke.at.x} ${stroke.at.y}) rotate(${stroke.turn})`,
    }),
    vacant
      ? path(T_OUTLINE, {
          fill: ground,
          'fill-opacity': 0.4,
          stroke: theme(side),
          'stroke-width': T_OUTLINE_WIDTH,
          transform: `translate(${letter.at.x} ${letter.at.y}) rotate(${letter.turn}) scale(${letter.scale})`,
        })
      : '',
  ]);
  return moved(at, drawn.join('') + path(keyline, { stroke: ground, 'stroke-width': KEYLINE }));
}

/** A yellow line with a dark outline. */
function outlined(d: string, core: number, casing: number, theme: Theme): string {
  const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  return (
    path(d, { stroke: theme('case'), 'stroke-width': casing, ...round }) +
    path(d, { stroke: theme('sun'), 'stroke-width': core, ...round })
  );
}

function namesSvg({ labels, heightmap, size }: BoardGeometry, theme: Theme): string {
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

function textsSvg(geometry: BoardGeometry, options: Pick<Picture, 'coordinates' | 'numerals'>, theme: Theme): string {
  const { numerals, coordinates } = options;
  return floorTexts(geometry, { numerals, names: coordinates === 'inside' })
    .map(({ text, at, level }) => {
      const ground = { stroke: theme(`level-${level}`), 'stroke-width': 4.5, 'stroke-linejoin': 'round' };
      const style = { 'paint-order': 'stroke', 'font-size': 20, 'font-weight': 650, 'text-anchor': 'middle' };
      return element('text', { ...at, dy: '.35em', fill: theme('numeral'), ...ground, ...style }, text);
    })
    .join('');
}
