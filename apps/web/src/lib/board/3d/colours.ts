import { SIDES, type Side } from '@terrace/rules';

/** Colours of the board's theme as the browser resolved them: `rgb(…)` or `rgba(…)`. */
export type Colours = {
  /** Starting with level 1. */
  readonly levels: readonly string[];
  readonly seats: Readonly<Record<Side, SeatColours>>;
  readonly inks: Readonly<Record<Ink, string>>;
  /** Opacity of a T's halo at the rim and further out. */
  readonly halo: { readonly near: number; readonly far: number };
  readonly foot: string;
  readonly seam: string;
  readonly wall: string;
  readonly numeral: string;
  /** Colour of the coordinates, which lie on the page's background. */
  readonly name: string;
  readonly page: string;
  readonly dark: boolean;
};

/** `crown`: share of the mark's colour in a crown ring, 0 to 1. */
type SeatColours = {
  readonly body: string;
  readonly rim: string;
  readonly mark: string;
  readonly crown: number;
};

export type Ink = 'sun' | 'case' | 'paper' | 'target' | 'ground' | Side | `${Side}-mark`;

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const DARK_BELOW = 128;

/** Reads the theme at an element. `themeProbe` is an empty child whose colour is set and read back. */
export function readColours(themeProbe: HTMLElement): Colours {
  const read = (name: string): string => {
    themeProbe.style.color = `var(--${name})`;
    return getComputedStyle(themeProbe).color;
  };
  const levels = LEVELS.map((level) => read(`level-${level}`));
  const styles = getComputedStyle(themeProbe);
  const number = (name: string): number => Number(styles.getPropertyValue(`--${name}`));
  const seats: [Side, SeatColours][] = SIDES.map((side) => [
    side,
    {
      body: read(side),
      rim: read(`${side}-rim`),
      mark: read(`${side}-mark`),
      crown: number(`${side}-crown`),
    },
  ]);
  const { south, west, north, east } = Object.fromEntries(seats);
  if (!south || !west || !north || !east) throw new Error('a seat has no colour');
  return {
    levels,
    seats: { south, west, north, east },
    inks: {
      sun: read('sun'),
      case: read('case'),
      paper: 'rgb(255, 255, 255)',
      target: read('target'),
      ground: read('target-ground'),
      south: south.body,
      west: west.body,
      north: north.body,
      east: east.body,
      'south-mark': south.mark,
      'west-mark': west.mark,
      'north-mark': north.mark,
      'east-mark': east.mark,
    },
    halo: { near: number('halo-near'), far: number('halo-far') },
    foot: read('foot'),
    seam: read('seam'),
    wall: read('wall-tint'),
    numeral: read('numeral'),
    name: read('muted'),
    page: read('page'),
    dark: lightness(levels[4] ?? '') < DARK_BELOW,
  };
}

function lightness(rgb: string): number {
  const [red = 0, green = 0, blue = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3;
}
