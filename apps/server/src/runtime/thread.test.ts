import { expect, onTestFinished, test } from 'vitest';
import { createThread } from './thread.ts';

const open = (file: string) => {
  const reported: unknown[] = [];
  const thread = createThread<string, string>(new URL(file, import.meta.url), {
    reportError: (error) => reported.push(error),
  });
  onTestFinished(thread.close);
  return { thread, reported };
};

test('a thread that cannot start is reported, and its task fails', async () => {
  const { thread, reported } = open('../testing/broken.worker.ts');
  await expect(thread.run('one')).rejects.toThrow('no libraries');
  expect(reported).toMatchObject([{ message: 'no libraries' }]);
  await expect(thread.run('two')).rejects.toThrow('no libraries');
  expect(reported).toHaveLength(2);
});

test('a failed task leaves its thread usable', async () => {
  const { thread, reported } = open('../pictures/png.worker.ts');
  await expect(thread.run('no drawing')).rejects.toThrow();
  expect(reported).toEqual([]);
});
