/** The event by which a solid board's canvas is asked to draw at once; who asks reads it in the same task. */
export const DRAW = 'draw';
