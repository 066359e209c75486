/** The board as a model, and the way from one drawing of it to the other. */
export const solid = {
  label: 'Brett',
  flat: 'Flach',
  solid: 'Räumlich',
  toFlat: 'Brett flach zeigen',
  toSolid: 'Brett räumlich zeigen',
  home: 'Zurück zum ersten Blick',
};
