import { everyPage, gamePage } from '../fixtures/game-page.ts';
import { gameRow } from '../fixtures/game-row.ts';
import { asGuest, GUESTS } from '../fixtures/people.ts';
import { PlayedGame } from '../fixtures/played-game.ts';
import type { Scenes } from '../scene.ts';

const table = () =>
  new PlayedGame({ setup: 'four', starts: 'host' }, { reserved: [{ side: 'north', player: GUESTS.north }] });

/** A table of four that waits for players: as its host sees it, and on another page a player with a reserved seat. */
export const waitingScenes: Scenes = {
  waiting: () => gamePage(table(), 'south', { otherOnPhone: true }),
  'waiting-invited': () => {
    const game = table();
    const me = asGuest(GUESTS.north);
    const now = game.now + 1_000;
    const base = everyPage(me, now);
    return {
      path: '/learn',
      me,
      now,
      rest: base.rest,
      socket: { ...base.socket, 'invitations:list': () => ({ rows: [gameRow(game)] }) },
    };
  },
};
