import { messages } from '@terrace/messages';
import { formatPosition, type Position } from '@terrace/rules';
import type { MoveTrace } from '#lib/board/board-state.ts';
import { boardSvg } from '#lib/board/board-svg.ts';
import { SQUARE } from '#lib/board/heightmap.ts';
import { boardHeight } from '#lib/board/terrain.ts';
import { defaultTheme as theme } from './default-theme.ts';
import { PREVIEW } from './link-preview.ts';
import { type TextLine, textLines } from './text-path.ts';

export type PreviewPicture = {
  readonly position: Position;
  readonly lastMove: MoveTrace | undefined;
  readonly title: string;
  readonly about: string;
};

/** Cache key: pictures with equal keys are identical. */
export const shownIn = ({ position, lastMove, title, about }: PreviewPicture): string =>
  JSON.stringify([formatPosition(position), lastMove?.path, title, about, messages.site.brand]);

const MARGIN = 36;
const LOGO = `
  <path fill="${theme('level-8')}" d="M5 0h16a5 5 0 0 1 5 5v16a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5Z"/>
  <path fill="${theme('level-5')}" d="M0 8h18v18H5a5 5 0 0 1-5-5Z"/>
  <path fill="${theme('level-3')}" d="M0 14h12v12H5a5 5 0 0 1-5-5Z"/>
  <path fill="${theme('level-1')}" d="M0 20h6v6H5a5 5 0 0 1-5-5Z"/>
  <circle cx="18" cy="8" r="6" fill="${theme('south')}"/>`;

/** The picture of a link: a board and its description. Needs no style sheet and no font. */
export function previewSvg({ position, lastMove, title, about }: PreviewPicture): string {
  const { width, height } = PREVIEW;
  const extent = position.size * SQUARE;
  const scale = (height - 2 * MARGIN) / boardHeight(position.size);
  const left = MARGIN + extent * scale + 48;
  const room = width - left - MARGIN;
  const titles = textLines(title, 'display', 58, room, 3);
  const paragraph = (lines: readonly TextLine[], top: number, leading: number, color: string) =>
    lines.map(
      ({ d }, n) => `<path d="${d}" fill="${theme(color)}" transform="translate(${left} ${top + n * leading})"/>`,
    );
  const board = { position, lastMove, orientation: 'south', coordinates: 'off', numerals: false } as const;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${theme('page')}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN}) scale(${scale})">`,
    boardSvg({ ...board, crowns: 1, letters: false }, theme),
    '</g>',
    ...paragraph(titles, 130, 66, 'ink'),
    ...paragraph(textLines(about, 'text', 30, room, 4), 150 + titles.length * 66, 42, 'muted'),
    `<g transform="translate(${left} ${height - MARGIN - 46}) scale(1.7)">${LOGO}</g>`,
    `<g transform="translate(60 0)">`,
    ...paragraph(textLines(messages.site.brand, 'display', 30, room, 1), height - MARGIN - 14, 0, 'ink'),
    '</g></svg>',
  ].join('');
}
