/** The event that makes a 3D board's canvas render at once; its picture can be read in the same task only. */
export const REDRAW = 'draw';
