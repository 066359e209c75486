/** Pages on which a board is what one comes for, by their routes; in pass and play it comes once the game is set up. */
export const BOARD_PAGES: ReadonlySet<string | null> = new Set([
  '/game/[id]',
  '/local',
  '/analysis',
  '/editor',
  '/learn',
]);
