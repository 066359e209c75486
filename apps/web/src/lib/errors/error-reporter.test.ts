import { MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { createErrorReporter, type ErrorReport, ReportedError } from './error-reporter.ts';

function reporter() {
  const sent: ErrorReport[] = [];
  const report = createErrorReporter({
    send: (each) => sent.push(each),
    newReference: () => String(sent.length).padStart(8, '0'),
  });
  return { sent, report };
}

test('an error is reported once, and its reference stays the same', () => {
  const { sent, report } = reporter();
  const error = new TypeError('x is undefined');
  expect([report(error, 'part'), report(error, 'event')]).toEqual(['00000000', '00000000']);
  expect(sent).toEqual([
    { reference: '00000000', source: 'part', message: 'TypeError: x is undefined', stack: error.stack },
  ]);
});

test('one page load reports at most 10 errors', () => {
  const { sent, report } = reporter();
  const references = Array.from({ length: 12 }, (_, n) => report(new Error(`number ${n}`), 'promise'));
  expect(sent).toHaveLength(10);
  expect(references.slice(10)).toEqual([undefined, undefined]);
});

test('messages and stacks are truncated to what the server accepts', () => {
  const { sent, report } = reporter();
  const error = new Error('m'.repeat(9000));
  error.stack = 's'.repeat(9000);
  report(error, 'page');
  expect([sent[0]?.message.length, sent[0]?.stack.length]).toEqual([MAX_ERROR_MESSAGE, MAX_ERROR_STACK]);
});

test('an error that was already reported keeps its reference', () => {
  const { sent, report } = reporter();
  expect(report(new ReportedError('0a1b2c3d'), 'page')).toBe('0a1b2c3d');
  expect(sent).toEqual([]);
});

const ofExtension = new Error('x');
ofExtension.stack = 'Error: x\n    at chrome-extension://abcdef/content.js:1:2';

test.each([
  ['a cancelled request', new DOMException('The user aborted a request.', 'AbortError')],
  ['an error of an extension', ofExtension],
  ['an observer that reports late', new Error('ResizeObserver loop completed with undelivered notifications.')],
  ['a text', 'what somebody typed'],
  ['nothing', undefined],
])('%s is not reported', (_, error) => {
  const { sent, report } = reporter();
  expect(report(error, 'promise')).toBeUndefined();
  expect(sent).toEqual([]);
});
