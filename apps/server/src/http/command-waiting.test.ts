import { fold } from '@terrace/game';
import { GameId, GameLog } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { gameText, instantText, titleLine } from '../commands/format.ts';
import { lines, refused, useTextCommands } from '../testing/text-commands.ts';

const { app, game } = useTextCommands();

const DAY_MS = 24 * 3_600_000;

/** The line of `show` that asks the reader for an answer. */
const question = (shown: string): string | undefined => lines(shown).find((line) => line.includes('Answer with'));

async function stateOf(id: string) {
  const { events } = GameLog.parse(await (await fetch(`${app.url}/api/games/${id}`)).json());
  const state = fold(null, events);
  if (state === null) throw new Error('the game has no events');
  return state;
}

test('`games next` lists games with an offer to answer, until it is answered', async () => {
  const { id, south, north } = await game('-short -days=3');
  expect(await north.run('games next')).toBe(`No games are waiting for ${north.name}.`);
  await south.run(`offer ${id} draw`);
  expect(await north.run('games next')).toMatch(
    new RegExp(`^${id}  move 1, South to move; .*; South asks: draw#\\d+$`),
  );
  expect(await south.run('games next')).not.toContain('asks');
  await north.run(`reject ${id} draw`);
  expect(await north.run('games next')).toBe(`No games are waiting for ${north.name}.`);
});

test('`show` gives the lines that answer an offer, and a late one finds the offer gone', async () => {
  const { id, south, north } = await game('-short');
  await south.run(`offer ${id} draw`);
  const asked = question(await north.run(`show ${id}`));
  const [, accept = '', reject = ''] = /“(accept [^”]+)” or “(reject [^”]+)”/.exec(asked ?? '') ?? [];
  expect(accept).toMatch(new RegExp(`^accept ${id} draw#\\d+$`));
  expect(question(await south.run(`show ${id}`))).toBeUndefined();

  await south.run(`reject ${id} draw`);
  expect(await north.send(accept)).toEqual(refused(409, { code: 'offer-gone', offer: 'draw' }));
  expect(await north.send(reject)).toEqual(refused(409, { code: 'offer-gone', offer: 'draw' }));
});

test('`show` gives the deadline of a correspondence move, and the players on vacation with the end of it', async () => {
  const { id, south } = await game('-short -days=3');
  const state = await stateOf(id);
  const due = instantText(state.playedAt + 3 * DAY_MS);
  expect(lines(await south.run(`show ${id}`))).toContain(`The move is due by ${due}.`);

  const now = state.playedAt;
  const away = { ...state, vacations: { north: { since: now, until: now + DAY_MS } } };
  const shown = gameText(GameId.parse(id), away, { id: south.player.id, now }, 'walled');
  expect(lines(shown)[2]).toMatch(new RegExp(`^North: .*, on vacation until ${instantText(now + DAY_MS)}$`));
});

test('the title of a game says whether it is rated', async () => {
  const { id } = await game('-short');
  const gameId = GameId.parse(id);
  const { settings } = await stateOf(id);
  expect(titleLine(gameId, settings)).toBe(`Game ${id}: short, no clock.`);
  expect(titleLine(gameId, { ...settings, rated: true })).toBe(`Game ${id}: short, no clock, rated.`);
});
