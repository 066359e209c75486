import { expect, test } from 'vitest';
import { deadlineText, lastingDeadlineText, moveByText, shortDateText, shortDeadlineText } from './deadlines.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z'); // a Tuesday
const at = (instant: string) => Date.parse(instant);

test.each([
  ['2026-11-24T17:40:00Z', 'today 18:40'],
  ['2026-11-24T23:05:00Z', 'tomorrow 00:05'],
  ['2026-11-26T17:40:00Z', 'Thursday 18:40'],
  ['2026-11-30T17:40:00Z', 'Monday 18:40'],
  ['2026-12-01T17:40:00Z', 'December 1, 18:40'],
  ['2027-01-03T17:40:00Z', 'January 3, 2027, 18:40'],
  ['2026-11-23T12:00:00Z', 'November 23, 13:00'],
])('%s is written as "%s" in Berlin on a Tuesday', (instant, text) => {
  expect(deadlineText(at(instant), NOW, 'Europe/Berlin')).toBe(text);
});

test('days are those of the time zone', () => {
  expect(deadlineText(at('2026-11-24T23:05:00Z'), NOW, 'UTC')).toBe('today 23:05');
  expect(deadlineText(at('2026-11-25T04:30:00Z'), NOW, 'America/New_York')).toBe('today 23:30');
  expect(deadlineText(at('2026-11-24T20:00:00Z'), NOW, 'Asia/Kathmandu')).toBe('tomorrow 01:45');
});

test('a deadline after a change of the clocks has the local time of its day', () => {
  expect(deadlineText(at('2026-03-29T10:00:00Z'), at('2026-03-28T10:00:00Z'), 'Europe/Berlin')).toBe('tomorrow 12:00');
});

test.each([
  ['2026-11-24T17:40:00Z', 'Tuesday 18:40'],
  ['2026-11-25T17:40:00Z', 'Wednesday 18:40'],
  ['2026-11-30T17:40:00Z', 'Monday 18:40'],
  ['2026-12-01T17:40:00Z', 'December 1, 18:40'],
  ['2026-11-23T12:00:00Z', 'November 23, 13:00'],
])('%s is "%s" in a mail, which may be read on another day', (instant, text) => {
  expect(lastingDeadlineText(at(instant), NOW, 'Europe/Berlin')).toBe(text);
});

test('the last day of a period is that of the time zone', () => {
  expect(shortDateText(at('2026-12-03T23:30:00Z'), 'Europe/Berlin')).toBe('until Dec 4');
});

test('the sentence for the player to move contains the deadline', () => {
  expect(moveByText(at('2026-11-26T17:40:00Z'), NOW, 'Europe/Berlin')).toBe('Move by Thursday 18:40');
});

test.each([
  ['2026-11-24T17:40:00Z', 'by 18:40'],
  ['2026-11-25T17:40:00Z', 'by Wed 18:40'],
  ['2026-11-30T17:40:00Z', 'by Mon 18:40'],
  ['2026-12-03T17:40:00Z', 'by Dec 3'],
])('%s is "%s" where there is little room', (instant, text) => {
  expect(shortDeadlineText(at(instant), NOW, 'Europe/Berlin')).toBe(text);
});
