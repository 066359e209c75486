import { explain } from '@terrace/messages';
import { expect, test } from 'vitest';
import { reportPageFault } from './page-fault.ts';

type Caught = Parameters<typeof reportPageFault>[0];

/** An error of a page, in a server that logs it under a reference. */
function caught(kind: 'unknown' | 'app', error: unknown) {
  const logged: unknown[] = [];
  const fail = (fault: unknown) => {
    logged.push(fault);
    return '1a2b3c4d';
  };
  const input = { kind, error, event: { platform: { req: { fail } } } } as unknown as Caught;
  return { logged, input };
}

test('the error of a page carries the reference under which its fault is logged', async () => {
  const fault = new Error('a bug');
  const { logged, input } = caught('unknown', fault);
  const reference = '1a2b3c4d';
  expect(await reportPageFault(input)).toEqual({ why: explain({ code: 'unexpected', reference }), reference });
  expect(logged).toEqual([fault]);
});

test('what was refused is no fault, and says itself why', async () => {
  const { logged, input } = caught('app', { status: 404, message: 'no-such-game' });
  expect(await reportPageFault(input)).toBeUndefined();
  expect(logged).toEqual([]);
});
