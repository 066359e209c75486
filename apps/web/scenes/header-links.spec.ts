import { expect, test } from './checks/scene-test.ts';

test('the header links to moderation for a moderator and not for a guest', async ({ openScene }) => {
  const { page } = await openScene('moderation', { texts: 'languages' });
  const header = page.getByRole('banner');
  const link = header.getByRole('link', { name: 'Moderation', exact: true });
  await expect(link.first()).toBeVisible();

  await openScene('settings', { texts: 'languages' });
  await expect(header.getByRole('link', { name: 'Settings', exact: true }).first()).toBeVisible();
  await expect(link).toHaveCount(0);
});
