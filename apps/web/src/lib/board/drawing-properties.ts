/** What a drawing of the board takes from style sheets: a picture of its own has none, and carries these with it. */
export const DRAWING_PROPERTIES = [
  'display',
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'stop-color',
  'stop-opacity',
] as const;
