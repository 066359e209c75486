/** Draws a board as SVG without a style sheet: all colors and line widths are attributes. */
import { type Piece, pieceAt, pieces, type Square } from '@terrace/rules';
import type { BoardOptions, BoardState } from './board-state.ts';
import { endRing, goalFrame } from './end-marks.ts';
import { floorTexts } from './floor-texts.ts';
import { type BoardGeometry, boardGeometry, type Point } from './geometry.ts';
import {
  element,
  goalsSvg,
  gradientsSvg,
  type Mix,
  namesSvg,
  path,
  type Theme,
  terrainSvg,
  translate,
} from './ground-svg.ts';
import type { Edge } from './heightmap.ts';
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
import { mixColors } from './oklab.ts';
import { CROWN_LINE, crownPath, mark, markPath, radius, T } from './piece-shape.ts';

/** @param crowns opacity of the crown rings, 0 to 1 */
export type PieceOptions = { readonly crowns: number; readonly letters: boolean };

type Picture = Pick<BoardState, 'position' | 'orientation' | 'lastMove' | 'call' | 'end'> &
  Pick<BoardOptions, 'coordinates' | 'numerals'> &
  PieceOptions;

export const createMix =
  (theme: Theme): Mix =>
  (light, dark) =>
    mixColors(...(theme('board-scheme') === 'dark' ? dark : light));

/** In board units from the upper left corner of the board. Text inherits its font. */
export function boardSvg({ position, orientation, lastMove, call, end, ...options }: Picture, theme: Theme): string {
  const geometry = boardGeometry(position.size, orientation);
  const { centre } = geometry;
  const line = (d: string, core = 5, casing = 8.6) => outlined(d, core, casing, theme);
  const radiusAt = (square: Square) => {
    const piece = pieceAt(position, square);
    return piece === undefined ? 0 : radius(piece);
  };
  return [
    terrainSvg(geometry, theme, createMix(theme)),
    gradientsSvg(theme),
    options.coordinates === 'outside' ? namesSvg(geometry, theme) : '',
    goalsSvg(goalsOf(position), (square) => pieceAt(position, square) === undefined, geometry, theme),
    end?.square !== undefined && end.goal !== undefined
      ? translate(
          centre(end.square),
          path(goalFrame(geometry, end.goal), { stroke: theme(end.winner), 'stroke-width': 8 }),
        )
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

const circle = ({ x, y }: Point, r: number, attributes: Readonly<Record<string, string | number>>) =>
  element('circle', { cx: x, cy: y, r, ...attributes });

/** Uses gradients from {@link gradientsSvg}. @param home the edge its mark points to */
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

function outlined(d: string, core: number, casing: number, theme: Theme): string {
  const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  return (
    path(d, { stroke: theme('case'), 'stroke-width': casing, ...round }) +
    path(d, { stroke: theme('sun'), 'stroke-width': core, ...round })
  );
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
