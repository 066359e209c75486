import { checkedScenes } from './catalogue.ts';
import { sceneProblems } from './checks/scene-problems.ts';
import { expect, test } from './checks/scene-test.ts';
import { VIEWS } from './checks/views.ts';

for (const { texts, options } of VIEWS) {
  for (const name of Object.keys(checkedScenes)) {
    test(`${name} fits with ${texts} and has no axe violation`, async ({ openScene, unlessPassed }) => {
      await unlessPassed([name], options, async () => {
        const { page, scene } = await openScene(name, options);
        const problems = await sceneProblems(page, scene);
        expect(problems).toEqual([]);
      });
    });
  }
}
