import type { Settings } from '@terrace/protocol';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const days = (ms: number) => (ms === DAY ? '1 day' : `${ms / DAY} days`);
const minutes = (ms: number) => String(Math.round((ms / MINUTE) * 10) / 10);

export const setup: Record<Settings['setup'], string> = {
  long: 'Long',
  short: 'Short',
  medium: 'Medium',
  master: 'Master',
  four: 'Four seats',
  three: 'Three seats',
  long6: 'Long, small board',
  short6: 'Short, small board',
  medium6: 'Medium, small board',
  master6: 'Master, small board',
  four6: 'Four seats, small board',
  three6: 'Three seats, small board',
  custom: 'Custom position',
};

export const seatCount = (seats: number) =>
  ['', 'One seat', 'Two seats', 'Three seats', 'Four seats'][seats] ?? `${seats} seats`;

export const time = (control: Settings['time']) => {
  if (control === null) return 'No clock';
  if (control.kind === 'days') return `${days(control.perMoveMs)} a move`;
  return `${minutes(control.initialMs)} + ${control.incrementMs / SECOND}`;
};

export const timeLong = (control: Settings['time']) => {
  if (control === null) return 'no clock';
  if (control.kind === 'days') return `${days(control.perMoveMs)} a move`;
  return `${minutes(control.initialMs)} min + ${control.incrementMs / SECOND} s`;
};
