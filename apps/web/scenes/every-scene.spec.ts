import { checkedScenes } from './catalogue.ts';
import { sceneFaults } from './checks/scene-faults.ts';
import { expect, test } from './checks/scene-test.ts';
import { VIEWS } from './checks/views.ts';

for (const { texts, options } of VIEWS) {
  for (const name of Object.keys(checkedScenes)) {
    test(`${name} fits with ${texts} and has no axe violation`, async ({ openScene }) => {
      const { page, scene } = await openScene(name, options);
      const faults = await sceneFaults(page, scene);
      expect(faults).toEqual([]);
    });
  }
}
