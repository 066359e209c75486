import { isSide, type Piece, type Side } from '@terrace/rules';

/** What the texts of a language ask for by name, as in `{by, side}`. */
export type Names = {
  readonly side: Readonly<Record<Side, string>>;
  readonly owned: (of: { side: string; letter: string }) => string;
};

export type Format = ReturnType<typeof createFormat>;

/** A letter that any reader knows a piece by, whoever's it is: its size from A to D, or T. */
export const letterOf = ({ t, size }: Pick<Piece, 't' | 'size'>): string => (t ? 'T' : letterOfSize(size));
const letterOfSize = (size: number): string => ' ABCD'.charAt(size);

/**
 * Numbers, times and names as one language writes them. What `Intl` makes for it is made when it is first used.
 *
 * @param names asked for when they are first said, as they may come later than what says them
 */
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
    /** A duration in ms as whole seconds, a second that has begun counted. */
    seconds: (ms: number) => number().format(Math.ceil(ms / 1000)),
    /** A duration in ms as seconds with one digit behind the point. */
    tenths: (ms: number) => oneDigit().format(ms / 1000),
    day: (at: number) => day().format(at),
    moment: (at: number) => moment().format(at),
    clock: (at: number) => clock().format(at),
    date: (at: number) => date().format(at),
    lower: (text: string) => text.toLocaleLowerCase(tag),
    /** What somebody wrote, as far as it is needed to find it again. */
    short: (text: string) => text.slice(0, 10),
    side: (side: Side) => names().side[side],
    anySide: (side: string) => (isSide(side) ? names().side[side] : side),
    sides: (sides: readonly Side[]) => conjunction().format(sides.map((side) => names().side[side])),
    names: (all: readonly string[]) => conjunction().format(all),
    piece: (piece: Piece) => names().owned({ side: names().side[piece.side], letter: letterOf(piece) }),
    size: letterOfSize,
  };
}

/**
 * Whether a number is written alike in every language there is: a whole one without a sign, of three digits at most. Making
 * what formats others is a seventh of what a page does when it wakes.
 */
const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
