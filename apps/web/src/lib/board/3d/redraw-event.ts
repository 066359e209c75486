/** The event by which a 3D board's canvas is asked to draw at once; who asks reads it in the same task. */
export const REDRAW = 'draw';
