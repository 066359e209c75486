/** Of the picture beside a link, in pixels: what the services that show such pictures ask for. */
export const PREVIEW = { width: 1200, height: 630 } as const;
