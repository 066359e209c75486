import { scenes } from './catalogue.ts';
import { hashScene, withoutPages } from './checks/passed-before.ts';
import { axeViolationsInBothThemes, layoutProblemsOnScreens } from './checks/scene-problems.ts';
import { expect, test } from './checks/scene-test.ts';
import { type FixtureServer, startFixtureServer } from './server/fixture-server.ts';

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

test('a scene has the same hash at two servers although its clocks run, and another one than other scenes', async ({
  servers,
}) => {
  const other = await startFixtureServer(scenes, 'longest');
  const hashesAt = (server: FixtureServer) =>
    Promise.all(['two', 'two-draw', 'lobby'].map((name) => hashScene(server, name)));
  const hashes = await hashesAt(await servers('longest'));
  const again = await hashesAt(other);
  expect(again).toEqual(hashes);
  expect(new Set(hashes).size).toBe(3);
  await other.close();
});

test("the hash of a page does not depend on other pages' scripts, but on the code that all pages share", () => {
  const script = (page: string, shared: string) =>
    `const f=["/_app/immutable/nodes/2.${page}.js","/_app/a.css"];a(()=>import("../nodes/2.${page}.js"),__vite__mapDeps([0,1]));${shared}`;
  expect(withoutPages(script('Cx-1', 'b()'))).toBe(withoutPages(script('D_22', 'b()')));
  expect(withoutPages(script('Cx-1', 'b()'))).not.toBe(withoutPages(script('Cx-1', 'c()')));
});
