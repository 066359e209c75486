import { test } from './fixtures/test.ts';
import { watchLayoutShifts } from './layout-shifts.ts';

for (const language of ['en', 'de'])
  test(`nothing moves while the lobby and a game load in "${language}"`, async ({
    site,
    newVisitor,
    createHostedGame,
  }) => {
    const game = await createHostedGame(['south', 'north'], { time: null });
    for (const address of [site.url, game.url]) {
      const page = await newVisitor({ locale: language });
      await page.goto(address, { waitUntil: 'networkidle' });
      const expectNoShift = await watchLayoutShifts(page, 'start');
      await expectNoShift();
    }
  });
