/** Routes of pages whose main content is a board. In pass and play it appears once the game is set up. */
export const BOARD_PAGES: ReadonlySet<string | null> = new Set([
  '/game/[id]',
  '/local',
  '/analysis',
  '/editor',
  '/learn',
]);
