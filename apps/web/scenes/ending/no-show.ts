import { expect } from '@playwright/test';
import { NO_SHOW_MS } from '@terrace/game';
import { gamePage } from '../fixtures/game-page.ts';
import { PlayedGame } from '../fixtures/played-game.ts';
import type { Scenes, SocketAnswers } from '../scene.ts';
import { without } from './two-seats.ts';

const TIME = { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const;

/** A game that was aborted because South did not make a first move. */
const noShow = () =>
  new PlayedGame({ setup: 'short', time: TIME }).fill().wait(NO_SHOW_MS).sendAs(null, { type: 'flag' });
const offered = () => noShow().send('north', { type: 'offer', offer: 'rematch' });

/** The game against a computer that North plays instead. */
const instead = () =>
  new PlayedGame({ setup: 'short', time: TIME }, { seed: 2, host: 'north' }).seatComputer('south', 2);

/** Opens the table for that game. The page must request the settings of the game that did not start. */
const openTable: NonNullable<SocketAnswers['game:create']> = ({ settings, side, computers }) => {
  const game = instead();
  expect(settings).toEqual(game.state.settings);
  expect({ side, computers }).toEqual({ side: 'north', computers: [{ side: 'south', strength: 2 }] });
  return { gameId: game.id, seq: game.log.length };
};

export const noShowEndings: Scenes = {
  'ending-waited': () => gamePage(noShow(), 'north', { presence: without(noShow(), 'south') }),
  'ending-did-not-come': () => gamePage(noShow(), 'south'),
  'ending-waited-offered': () => {
    const page = gamePage(offered(), 'north', { presence: without(offered(), 'south') });
    const next = gamePage(instead(), 'north');
    return { ...page, rest: [...next.rest, ...page.rest], socket: { ...page.socket, 'game:create': openTable } };
  },
};
