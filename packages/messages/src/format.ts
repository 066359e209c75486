import { codePointName, isSide, type Piece, type Side } from '@terrace/rules';

/** Named texts for the formatters of a language, as in `{by, side}`. */
export type Names = {
  readonly side: Readonly<Record<Side, string>>;
  readonly owned: (of: { side: string; letter: string }) => string;
};

export type Format = ReturnType<typeof createFormat>;

/** A piece's letter without its side: its size from A to D, or T. */
export const letterOf = ({ t, size }: Pick<Piece, 't' | 'size'>): string => (t ? 'T' : letterOfSize(size));
const letterOfSize = (size: number): string => ' ABCD'.charAt(size);

/** Creates `Intl` objects on first use. @param names called on use, because they may be loaded later */
export function createFormat(tag: string, names: () => Names) {
  const plural = once(() => new Intl.PluralRules(tag));
  const ordinal = once(() => new Intl.PluralRules(tag, { type: 'ordinal' }));
  const number = once(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }));
  const oneDigit = once(() => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  const conjunction = once(() => new Intl.ListFormat(tag));
  const day = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }));
  const moment = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }));
  const clock = once(() => new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }));
  const date = once(() => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long' }));
  return {
    plural: (count: number) => plural().select(count),
    ordinal: (count: number) => ordinal().select(count),
    number: (value: number) => (isPlain(value) ? String(value) : number().format(value)),
    signed: (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${number().format(Math.abs(value))}`,
    /** A duration in ms as whole seconds, rounded up. */
    seconds: (ms: number) => number().format(Math.ceil(ms / 1000)),
    /** A duration in ms as seconds with one decimal. */
    tenths: (ms: number) => oneDigit().format(ms / 1000),
    day: (at: number) => day().format(at),
    moment: (at: number) => moment().format(at),
    clock: (at: number) => clock().format(at),
    date: (at: number) => date().format(at),
    lower: (text: string) => text.toLocaleLowerCase(tag),
    /** The beginning of a user's text, enough to recognize it, with the code points of letters that look like others. */
    short: (text: string) => [...text].slice(0, 10).map(distinct).join(''),
    side: (side: Side) => names().side[side],
    anySide: (side: string) => (isSide(side) ? names().side[side] : side),
    sides: (sides: readonly Side[]) => conjunction().format(sides.map((side) => names().side[side])),
    names: (all: readonly string[]) => conjunction().format(all),
    piece: (piece: Piece) => names().owned({ side: names().side[piece.side], letter: letterOf(piece) }),
    size: letterOfSize,
  };
}

/** All languages format 0 to 999 alike; creating `Intl.NumberFormat` takes a seventh of a page's hydration time. */
const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;

const distinct = (char: string): string => (/[ -~]/.test(char) ? char : `${char} (${codePointName(char)})`);

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
