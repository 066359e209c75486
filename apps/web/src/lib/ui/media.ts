/** The sizes and the inputs that pages adapt to, for CSS as `@media (--narrow)` and for `MediaQuery`. */
export const media = {
  /** Phones, and small windows. */
  narrow: '(max-width: 699px)',
  medium: '(max-width: 899px)',
  wide: '(max-width: 1099px)',
  /** A page with a board has its parts one below the other. */
  stacked: '(max-width: 519px), (max-width: 1099px) and (max-aspect-ratio: 1 / 1)',
  /** Wider than high and short: a phone on its side, a page enlarged to 200 %. The board is as high as the screen. */
  sideways:
    '(min-width: 520px) and (max-width: 699px) and (min-aspect-ratio: 1001 / 1000), (min-width: 700px) and (max-height: 560px)',
  /** A page with a board has one column beside it. */
  beside:
    '(min-width: 520px) and (max-width: 1099px) and (min-aspect-ratio: 1001 / 1000), (min-width: 1100px) and (max-height: 560px)',
  /** A tablet, or a window like it, higher than wide. */
  upright: '(min-width: 520px) and (max-width: 1099px) and (max-aspect-ratio: 1 / 1)',
  'narrow-sideways': '(min-width: 520px) and (max-width: 699px) and (min-aspect-ratio: 1001 / 1000)',
  /** A game has a column on each side of the board. */
  'three-columns': '(min-width: 1100px) and (min-height: 561px)',
  /** A game has no left column. */
  compact: '(max-width: 1099px), (max-height: 560px)',
  /** There is little room for words in one direction. */
  tight: '(max-width: 699px), (max-width: 1099px) and (max-aspect-ratio: 1 / 1), (max-height: 560px)',
  /** Has the lower header. */
  'low-header': '(max-width: 699px), (max-height: 560px)',
  mouse: '(hover: hover) and (pointer: fine)',
  /** Has no keyboard of its own. */
  touch: '(hover: none) and (pointer: coarse)',
} as const;
