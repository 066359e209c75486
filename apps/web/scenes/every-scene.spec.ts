import { checkedScenes } from './catalogue.ts';
import { axeFaultsInBothThemes, misfits } from './checks/scene-faults.ts';
import { expect, test } from './checks/scene-test.ts';

for (const name of Object.keys(checkedScenes)) {
  test(`${name} fits on every screen in the longest texts and has no axe violation`, async ({ openScene }) => {
    const { page } = await openScene(name);
    const faults = [...(await misfits(page)), ...(await axeFaultsInBothThemes(page))];
    expect(faults).toEqual([]);
  });
}
