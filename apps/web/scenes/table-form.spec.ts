import { expect, test } from './checks/scene-test.ts';

test('a field of the table form that gets the focus is neither under the buttons nor under the bar', async ({
  openScene,
}) => {
  const { page } = await openScene('lobby-setting');
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const hidden = () =>
      page.evaluate(() => {
        scrollTo({ top: 0, behavior: 'instant' });
        const fields = [...document.querySelectorAll<HTMLElement>('section.panel :is(input, select)')];
        return fields.flatMap((field) => {
          field.focus();
          const shown = field.closest('label') ?? field;
          const { left, top, width, height } = shown.getBoundingClientRect();
          const at = document.elementFromPoint(left + width / 2, top + height / 2);
          return shown.contains(at) ? [] : [field.outerHTML];
        });
      });
    await expect.poll(hidden).toEqual([]);
    await expect(page.locator('section.panel input')).not.toHaveCount(0);
  }
});
