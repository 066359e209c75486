/** The board as a model, and the way from one drawing of it to the other. */
export const solid = {
  label: 'Board',
  flat: 'Flat',
  solid: 'Solid',
  toFlat: 'Show the board flat',
  toSolid: 'Show the board solid',
  home: 'Back to the first view',
} as const;
