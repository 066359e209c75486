/** Makes a 3D board's canvas render at once; its pixels are readable in the same task only. */
export const REDRAW = 'draw';
