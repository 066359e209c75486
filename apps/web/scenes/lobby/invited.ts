import type { Player } from '@terrace/protocol';
import { gamePage } from '../fixtures/game-page.ts';
import { gameRow } from '../fixtures/game-row.ts';
import { pageAt } from '../fixtures/page.ts';
import { GUESTS, STRANGER } from '../fixtures/people.ts';
import { PlayedGame, startedGame } from '../fixtures/played-game.ts';
import type { Scenes, SocketAnswers } from '../scene.ts';

/** An invitation by `host` to a seat reserved for `player`. */
function invitation(host: Player, player: Player): SocketAnswers {
  const players = { ...GUESTS, south: host };
  const table = new PlayedGame({}, { seed: 41, players, reserved: [{ side: 'north', player }] });
  return { 'invitations:list': () => ({ rows: [gameRow(table)] }) };
}

const inGame = invitation(STRANGER, GUESTS.south);
const elsewhere = invitation(GUESTS.south, STRANGER);
const drawOffered = () => startedGame('long').send('north', { type: 'offer', offer: 'draw' });

/** An invitation on pages with a board, which `invited.spec.ts` checks. */
export const invitedScenes: Scenes = {
  'two-invited': () => gamePage(startedGame('long'), 'south', { socket: inGame }),
  'two-invited-asked': () => gamePage(drawOffered(), 'south', { socket: inGame }),
  'four-invited': () => gamePage(startedGame('four'), 'south', { socket: inGame }),
  'analysis-invited': () => pageAt('/analysis', { socket: elsewhere }),
  'editor-invited': () => pageAt('/editor', { socket: elsewhere }),
  'learn-invited': () => pageAt('/learn', { socket: elsewhere }),
};
