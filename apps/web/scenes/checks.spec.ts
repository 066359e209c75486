import { axeViolationsInBothThemes, layoutProblemsOnScreens } from './checks/scene-problems.ts';
import { expect, test } from './checks/scene-test.ts';

test('the checks find a clipped button, a missing label and low contrast in dark', async ({ openScene }) => {
  const { page } = await openScene('two');
  await page.evaluate(() => {
    const group = document.createElement('div');
    group.style.cssText = 'overflow: hidden; width: 3rem; white-space: nowrap';
    group.innerHTML = '<button type="button">This button is clipped</button><button type="button"></button>';
    const text = document.createElement('p');
    text.textContent = 'This text is as dark as a dark page.';
    text.style.color = '#222';
    document.querySelector('main')?.append(group, text);
  });
  const boxes = await layoutProblemsOnScreens(page);
  expect(boxes).toContainEqual(expect.stringContaining('"This button is clipped" <button> is clipped'));
  const violations = await axeViolationsInBothThemes(page);
  expect(violations).toContainEqual(expect.stringContaining('button-name'));
  expect(violations).toContainEqual(expect.stringMatching(/^dark: color-contrast/));
  expect(violations).not.toContainEqual(expect.stringMatching(/^color-contrast/));
});

test('a request without an answer in the scene is an error', async ({ servers }) => {
  const server = await servers('longest');
  const answer = await fetch(`${server.url}/api/leaderboards`, { headers: { cookie: 'scene=two' } });
  expect(answer.status).toBe(501);
  expect(server.takeErrors()).toEqual([expect.stringContaining('no answer to GET /api/leaderboards')]);
});

test('/scenes lists every scene', async ({ servers }) => {
  const server = await servers('longest');
  const list = await (await fetch(`${server.url}/scenes`)).text();
  expect(list).toContain('href="/scenes/two?language=de&amp;theme=dark"');
});
