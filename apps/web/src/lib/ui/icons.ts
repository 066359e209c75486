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
  dots: 'M6 12h.01M12 12h.01M18 12h.01',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  undo: 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 5 5v2',
  redo: 'M15 6l5 5-5 5M20 11H10a5 5 0 0 0-5 5v2',
  eraser: 'M9 19h10M5.2 14.2l8.4-8.4a1 1 0 0 1 1.4 0l4 4a1 1 0 0 1 0 1.4L11.2 19H9l-3.8-3.4a1 1 0 0 1 0-1.4Z',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  draw: 'M6 9h12M6 15h12',
  menu: 'M4 7h16M4 12h16M4 17h16',
  talk: 'M4 5h16v11H11l-4 4v-4H4Z',
  pause: 'M9 6v12M15 6v12',
  give: 'M12 7v5h4M19.5 12a7.5 7.5 0 1 1-7.5-7.5M17 5h5M19.5 2.5v5',
  close: 'M6 6l12 12M18 6L6 18',
  again: 'M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5',
  table: 'M5 5h14v14H5ZM12 5v14M5 12h14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6Z',
} as const;

export type IconName = keyof typeof icons;
