/** Icons on a 24 grid, drawn with one line (LOOK 6). */
export const icons = {
  moon: 'M20 13.5A8 8 0 1 1 10.5 4a6.3 6.3 0 0 0 9.5 9.5Z',
  sun: 'M12 8.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6ZM12 3v1.6M12 19.4V21M3 12h1.6M19.4 12H21M5.6 5.6l1.2 1.2M17.2 17.2l1.2 1.2M5.6 18.4l1.2-1.2M17.2 6.8l1.2-1.2',
  first: 'M6 6v12M18 6l-6 6 6 6',
  back: 'M15 6l-6 6 6 6',
  on: 'M9 6l6 6-6 6',
  last: 'M18 6v12M6 6l6 6-6 6',
  flag: 'M6 21V4h11l-2.5 4L17 12H6',
  turn: 'M19 12a7 7 0 1 1-2.6-5.4M19 4v4h-4',
  down: 'M6 9.5l6 6 6-6',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
} as const;

export type IconName = keyof typeof icons;
