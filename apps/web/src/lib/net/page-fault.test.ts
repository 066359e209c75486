import { explain } from '@terrace/messages';
import { expect, test } from 'vitest';
import { reportPageFault } from './page-fault.ts';

type Caught = Parameters<typeof reportPageFault>[0];

function caught(kind: 'unknown' | 'app', error: unknown) {
  const logged: unknown[] = [];
  const logFailure = (fault: unknown) => {
    logged.push(fault);
    return '1a2b3c4d';
  };
  const input = { kind, error, event: { platform: { req: { logFailure } } } } as unknown as Caught;
  return { logged, input };
}

test('a page error carries the reference of its log entry', async () => {
  const fault = new Error('a bug');
  const { logged, input } = caught('unknown', fault);
  const reference = '1a2b3c4d';
  expect(await reportPageFault(input)).toEqual({ why: explain({ code: 'unexpected', reference }), reference });
  expect(logged).toEqual([fault]);
});

test('a refusal is not logged as an error and keeps its own explanation', async () => {
  const { logged, input } = caught('app', { status: 404, message: 'no-such-game' });
  expect(await reportPageFault(input)).toBeUndefined();
  expect(logged).toEqual([]);
});
