import { onEveryScreen } from '../e2e/screens.ts';
import { expect, test } from './checks/scene-test.ts';
import { VIEWS } from './checks/views.ts';
import { STRANGER } from './fixtures/people.ts';
import { ownGames } from './lobby/own-games.ts';

for (const { texts, options } of VIEWS) {
  test(`own games show the names of all opponents on every screen in ${texts}`, async ({ openScene }) => {
    const { page } = await openScene('lobby-own-games', options);
    const games = ownGames().map(({ id, state }) => ({
      title: page.locator(`[data-game="${id}"] a.title`),
      names: state.seats.flatMap(({ player }) => (player === null || player.id === STRANGER.id ? [] : player.name)),
    }));
    expect(games.map(({ names }) => names.length)).toEqual([1, 2, 3]);
    const cut: string[] = [];
    await onEveryScreen(page, async (screen) => {
      for (const { title, names } of games) {
        for (const name of names) await expect(title).toContainText(name);
        const fits = await title.evaluate(
          (element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight,
        );
        if (!fits) cut.push(`${screen}: ${names.join(', ')}`);
      }
    });
    expect(cut).toEqual([]);
  });
}
