/** Screen sizes and input devices that pages adapt to, for CSS as `@media (--narrow)` and for `MediaQuery`. */
export const media = {
  narrow: '(max-width: 699px)',
  medium: '(max-width: 899px)',
  wide: '(max-width: 1099px)',
  /** A page with a board has a single column. */
  stacked: '(max-width: 519px), (max-width: 1099px) and (max-aspect-ratio: 1 / 1)',
  /** A low and wide screen: a phone on its side, or a page zoomed to 200 %. The board is as high as the screen. */
  sideways:
    '(min-width: 520px) and (max-width: 699px) and (min-aspect-ratio: 1001 / 1000), (min-width: 700px) and (max-height: 560px)',
  /** A low and wide screen with room for more than clocks, moves and actions next to the board. */
  'roomy-sideways':
    '(min-width: 520px) and (max-width: 699px) and (min-aspect-ratio: 1001 / 1000) and (min-height: 430px), (min-width: 700px) and (max-height: 560px) and (min-height: 430px), (min-width: 700px) and (min-aspect-ratio: 1801 / 1000) and (max-height: 560px) and (min-height: 380px)',
  /** A page with a board has one column next to the board. */
  beside:
    '(min-width: 520px) and (max-width: 1099px) and (min-aspect-ratio: 1001 / 1000), (min-width: 1100px) and (max-height: 560px)',
  /** A tablet in portrait orientation, or a window of that shape. */
  upright: '(min-width: 520px) and (max-width: 1099px) and (max-aspect-ratio: 1 / 1)',
  'narrow-sideways': '(min-width: 520px) and (max-width: 699px) and (min-aspect-ratio: 1001 / 1000)',
  /** A game has a column on each side of the board. */
  'three-columns': '(min-width: 1100px) and (min-height: 561px)',
  /** A game has no left column. */
  compact: '(max-width: 1099px), (max-height: 560px)',
  /** Width or height leaves little room for text. */
  tight: '(max-width: 699px), (max-width: 1099px) and (max-aspect-ratio: 1 / 1), (max-height: 560px)',
  'low-header': '(max-width: 699px), (max-height: 560px)',
  mouse: '(hover: hover) and (pointer: fine)',
  /** No physical keyboard is expected. */
  touch: '(hover: none) and (pointer: coarse)',
} as const;
