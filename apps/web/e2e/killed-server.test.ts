import { setTimeout as passing } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { fold } from '@terrace/game';
import { GameLog } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { clickMove } from './game-page.ts';
import { scriptedGame, seededRandom } from './script.ts';
import { openTable } from './tables.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** How the server dies around a move: before it is sent, the moment it is sent, or some ms later (before or after its ack). */
const deaths = ['before', 'at once', 'soon', 'soon', 'at once'] as const;

/** The longest a `soon` death waits after the click, in ms; an ack takes about ten. */
const SOON = 25;

const readLog = async (id: string) => GameLog.parse(await (await fetch(`${env.site.url}/api/games/${id}`)).json());

test('a server killed five times in a game loses no move and doubles none', async () => {
  const faults: string[] = [];
  const south = await visitor(env.browser, faults);
  const north = await visitor(env.browser, faults);
  await south.goto(env.site.url);
  await alive(south);
  await openTable(south, { clock: [5, 3], side: 'South' });
  await north.goto(south.url());
  await alive(north);
  await north.getByRole('button', { name: /^Join/ }).first().click();

  const id = new URL(south.url()).pathname.split('/').at(-1) ?? '';
  const script = scriptedGame('long', 40, 60);
  const random = seededRandom(7);
  const killedAt = new Map(deaths.map((death, i) => [3 + i * 7 + Math.floor(random() * 5), death]));
  for (const [i, move] of script.moves.entries()) {
    const [mover, other] = i % 2 === 0 ? [south, north] : [north, south];
    await atPly(mover, i + 1);
    await playThroughDeath(mover, move, killedAt.get(i), random);
    await Promise.all([mover, other].map((page) => atPly(page, i + 2)));
  }
  await south.waitForSelector('[data-result]');

  const { events } = await readLog(id);
  const moved = events.flatMap(({ event }) => (event.type === 'moved' ? [event] : []));
  expect(moved.map(({ from, to }) => ({ from, to }))).toEqual(script.moves);
  expect(moved.map(({ ply }) => ply)).toEqual(moved.map((_, i) => i + 1));
  expect(events.map((each) => each.seq)).toEqual(events.map((_, i) => i + 1));
  expectFairClocks(events);
  expect(faults).toEqual([]);
});

/** Waits until the board of a page stands before this move of the game; time given back adds events, but no moves. */
const atPly = (page: Page, ply: number): Promise<unknown> => page.waitForSelector(`[data-position$=" ${ply}"]`);

async function playThroughDeath(
  page: Page,
  move: { from: string; to: string },
  death: (typeof deaths)[number] | undefined,
  random: () => number,
): Promise<void> {
  if (death === 'before') {
    await env.site.kill();
    await page.waitForSelector('html:not([data-connected="true"])');
  }
  await clickMove(page, move);
  if (death === undefined) return;
  if (death === 'soon') await passing(random() * SOON); // the moment of death is the point of the test
  await env.site.kill();
  await env.site.restart();
}

/** Nobody is charged more than the time between the two stamps of the log around the turn, nor gains more than the increment. */
function expectFairClocks(events: GameLog['events']): void {
  for (const [i, { event, at }] of events.entries()) {
    if (event.type !== 'moved') continue;
    const before = fold(null, events.slice(0, i));
    const turn = before?.history.position.turn;
    if (!before?.clock || turn === undefined) throw new Error('a live game has a clock');
    const charged = before.clock.remainingMs[turn] + 3_000 - (event.remainingMs ?? 0);
    expect(charged).toBeGreaterThanOrEqual(0);
    expect(charged).toBeLessThanOrEqual(at - before.clock.turnStartedAt);
  }
}
