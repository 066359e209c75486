import { letterOf } from '@terrace/messages';
import {
  type BoardSize,
  fileOf,
  level,
  type Move,
  type Piece,
  type Position,
  pieces,
  rankOf,
  type Side,
  type Square,
  squares,
} from '@terrace/rules';
import { glyph } from './glyphs.ts';

export type BoardPicture = {
  readonly position: Position;
  readonly lastMove: Move | undefined;
  /** The side at the lower edge. */
  readonly bottom: Side;
};

/** In pixels: twice the width in a mail, for sharp screens. */
const EXTENT = 640;
const MARGIN = 32;

const LEVELS = ['#95b0c1', '#a6bcc9', '#b6c8d2', '#c7d4da', '#d5dee0', '#e3e8e5', '#f1f1ea', '#fffbef'];
const FRAME = '#2b3440';
const NAMES = '#eceae4';
const STEP = '#5c7383';
const LAST = '#ffc21a';
const COLORS: Readonly<Record<Side, { readonly dome: string; readonly mark: string }>> = {
  south: { dome: '#9f1f0a', mark: '#ffd9cb' },
  west: { dome: '#121318', mark: '#d6d9e0' },
  north: { dome: '#2a1fa8', mark: '#d9daff' },
  east: { dome: '#005b53', mark: '#c5f2e8' },
};

/** Radii in squares, by size from 1. */
const RADII = [0.22, 0.27, 0.335, 0.42];

/** A flat drawing of a board for mails: few colours, so that its PNG is small, and letters without fonts. */
export function boardSvg({ position, lastMove, bottom }: BoardPicture): string {
  const { size } = position;
  const unit = (EXTENT - 2 * MARGIN) / size;
  const place = (square: Square) => placeOf(size, square, bottom);
  const centre = (square: Square) => {
    const { x, y } = place(square);
    return { x: MARGIN + (x + 0.5) * unit, y: MARGIN + (y + 0.5) * unit };
  };

  const floor = squares(size).map((square) => {
    const { x, y } = place(square);
    // Six levels use the range of eight.
    const color = LEVELS[Math.round(((level(size, square) - 1) * 7) / (size - 1))] ?? FRAME;
    return `<rect x="${MARGIN + x * unit}" y="${MARGIN + y * unit}" width="${unit}" height="${unit}" fill="${color}" stroke="${STEP}" stroke-opacity="0.35"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${EXTENT}" height="${EXTENT}" viewBox="0 0 ${EXTENT} ${EXTENT}">`,
    `<rect width="${EXTENT}" height="${EXTENT}" fill="${FRAME}"/>`,
    ...floor,
    ...stepsOf(size, place, unit),
    ...namesOf(size, place, unit),
    ...(lastMove === undefined ? [] : [lastMoveSvg(centre(lastMove.from), centre(lastMove.to), unit)]),
    ...pieces(position).map(({ square, piece }) => pieceSvg(piece, centre(square), unit)),
    '</svg>',
  ].join('');
}

type Point = { readonly x: number; readonly y: number };
type Place = (square: Square) => Point;

/** Column and row from the upper left corner, after turning the board. */
function placeOf(size: BoardSize, square: Square, bottom: Side): Point {
  const [x, y, last] = [fileOf(size, square), size - 1 - rankOf(size, square), size - 1];
  switch (bottom) {
    case 'south':
      return { x, y };
    case 'north':
      return { x: last - x, y: last - y };
    case 'west':
      return { x: y, y: last - x };
    case 'east':
      return { x: last - y, y: x };
  }
}

/** Lines where the height changes, thicker for higher steps. */
function stepsOf(size: BoardSize, place: Place, unit: number): readonly string[] {
  const at = new Map(squares(size).map((square) => [`${place(square).x} ${place(square).y}`, level(size, square)]));
  return squares(size).flatMap((square) => {
    const { x, y } = place(square);
    const [left, top] = [MARGIN + x * unit, MARGIN + y * unit];
    const step = (other: number | undefined, path: string): readonly string[] => {
      const rise = Math.abs((other ?? level(size, square)) - level(size, square));
      return rise === 0 ? [] : [`<path d="${path}" stroke="${STEP}" stroke-width="${1 + rise}"/>`];
    };
    return [
      ...step(at.get(`${x + 1} ${y}`), `M${left + unit} ${top}V${top + unit}`),
      ...step(at.get(`${x} ${y + 1}`), `M${left} ${top + unit}H${left + unit}`),
    ];
  });
}

/** Files and ranks at the left and lower edges, whichever of the two is there. */
function namesOf(size: BoardSize, place: Place, unit: number): readonly string[] {
  return squares(size).flatMap((square) => {
    const { x, y } = place(square);
    const [file, rank] = ['abcdefgh'.charAt(fileOf(size, square)), String(rankOf(size, square) + 1)];
    const isTurned = squares(size).some(
      (other) => place(other).y === y && rankOf(size, other) !== rankOf(size, square),
    );
    const [across, down] = isTurned ? [rank, file] : [file, rank];
    const middle = (n: number) => MARGIN + (n + 0.5) * unit;
    return [
      ...(y === size - 1 ? [glyph(across, middle(x), EXTENT - MARGIN / 2, 0.9, NAMES)] : []),
      ...(x === 0 ? [glyph(down, MARGIN / 2, middle(y), 0.9, NAMES)] : []),
    ];
  });
}

function lastMoveSvg(from: Point, to: Point, unit: number): string {
  const line = `M${from.x} ${from.y}L${to.x} ${to.y}`;
  const ring = (width: number, color: string) =>
    `<circle cx="${to.x}" cy="${to.y}" r="${0.46 * unit}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
  return [
    `<path d="${line}" stroke="${FRAME}" stroke-width="10" stroke-linecap="round"/>`,
    `<circle cx="${from.x}" cy="${from.y}" r="${0.16 * unit}" fill="${LAST}" stroke="${FRAME}" stroke-width="3"/>`,
    `<path d="${line}" stroke="${LAST}" stroke-width="5" stroke-linecap="round"/>`,
    ring(9, FRAME),
    ring(5, LAST),
  ].join('');
}

function pieceSvg(piece: Piece, { x, y }: Point, unit: number): string {
  const { dome, mark } = COLORS[piece.side];
  const radius = (piece.t ? 0.33 : (RADII[piece.size - 1] ?? 0.3)) * unit;
  const circle = (r: number, fill: string, stroke: string) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="2"/>`;
  return [
    circle(radius, dome, '#fffbef'),
    piece.t ? `<circle cx="${x}" cy="${y}" r="${radius - 4}" fill="none" stroke="${mark}" stroke-width="2"/>` : '',
    glyph(letterOf(piece), x, y, radius / 17, mark),
  ].join('');
}
