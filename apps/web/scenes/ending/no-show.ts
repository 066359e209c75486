import { NO_SHOW_MS } from '@terrace/game';
import { GameLog } from '@terrace/protocol';
import { gamePage } from '../fixtures/game-page.ts';
import { GUESTS } from '../fixtures/people.ts';
import { PlayedGame } from '../fixtures/played-game.ts';
import { rest } from '../fixtures/rest.ts';
import type { Scenes } from '../scene.ts';
import { without } from './two-seats.ts';

const TIME = { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const;

/** A game that closed because South did not make a first move. */
const noShow = () =>
  new PlayedGame({ setup: 'short', time: TIME }).fill().wait(NO_SHOW_MS).sayAs(null, { type: 'flag' });
const offered = () => noShow().say('north', { type: 'offer', offer: 'rematch' });

/** The game against a computer that takes its place. */
export const instead = () =>
  new PlayedGame({ setup: 'short', time: TIME }, { seed: 2, host: 'north', players: GUESTS }).fill();

/** The end of a game to which a player did not come. */
export const noShowEndings: Scenes = {
  'ending-waited': () => gamePage(noShow(), 'north', { presence: without(noShow(), 'south') }),
  'ending-did-not-come': () => gamePage(noShow(), 'south'),
  'ending-waited-offered': () => {
    const game = instead();
    const page = gamePage(offered(), 'north', { presence: without(offered(), 'south') });
    const log: GameLog = { id: game.id, events: [...game.log], now: page.now };
    return {
      ...page,
      rest: [...page.rest, rest(`/api/games/${game.id}`, GameLog, log)],
      socket: { ...page.socket, 'game:create': () => ({ gameId: game.id, seq: game.log.length }) },
    };
  },
};
