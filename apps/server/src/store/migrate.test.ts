import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { migrate } from './migrate.ts';

test('migrating a database that is up to date does nothing, also twice at once', async () => {
  const { url } = await freshDatabase();
  expect(await Promise.all([migrate(url), migrate(url)])).toEqual([[], []]);
});
