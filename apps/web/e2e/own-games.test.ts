import { LANGUAGES, type Settings } from '@terrace/protocol';
import { SETUPS } from '@terrace/rules';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { nameOf } from './chat.ts';
import { openTable } from './scenes/scene-context.ts';
import { onEveryScreen } from './screens.ts';
import { connectSocket, newCommandId } from './socket-client.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test.each(LANGUAGES)('own games show the names of all opponents on every screen in "%s"', async (locale) => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults, { locale });
  const host = await connectSocket(page.context(), env.site.url);
  const time: Settings['time'] = { kind: 'days', perMoveMs: 86_400_000 };
  const opponents = new Map<string, readonly string[]>();
  for (const setup of ['long', 'three', 'four'] as const) {
    const gameId = await openTable(host, { setup, time });
    const names: string[] = [];
    for (const side of SETUPS[setup].seats.filter((each) => each !== 'south')) {
      const guest = await visitor(env.browser, faults);
      const socket = await connectSocket(guest.context(), env.site.url);
      await socket.ask('game:command', { gameId, commandId: newCommandId(), command: { type: 'sit', side } });
      names.push(await nameOf(guest, env.site.url));
      socket.close();
    }
    opponents.set(gameId, names);
  }
  await page.goto(env.site.url);
  await alive(page);
  const cut: string[] = [];
  await onEveryScreen(page, async (screen) => {
    for (const [gameId, names] of opponents) {
      const title = page.locator(`[data-game="${gameId}"] a.title`);
      const text = (await title.textContent()) ?? '';
      expect(names.filter((name) => !text.includes(name))).toEqual([]);
      const fits = await title.evaluate(
        (element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight,
      );
      if (!fits) cut.push(`${screen}: ${text}`);
    }
  });
  host.close();
  expect(cut).toEqual([]);
  expect(faults).toEqual([]);
});
