import type { Settings } from '@terrace/protocol';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const number = new Intl.NumberFormat('de', { maximumFractionDigits: 1 });
const days = (ms: number) => (ms === DAY ? '1 Tag' : `${number.format(ms / DAY)} Tage`);
const minutes = (ms: number) => number.format(ms / MINUTE);

export const setup: Record<Settings['setup'], string> = {
  long: 'Lang',
  short: 'Kurz',
  medium: 'Mittel',
  master: 'Meister',
  four: 'Vier Plätze',
  three: 'Drei Plätze',
  long6: 'Lang, kleines Brett',
  short6: 'Kurz, kleines Brett',
  medium6: 'Mittel, kleines Brett',
  master6: 'Meister, kleines Brett',
  four6: 'Vier Plätze, kleines Brett',
  three6: 'Drei Plätze, kleines Brett',
  custom: 'Eigene Stellung',
};

export const seatCount = (seats: number) =>
  ['', 'Ein Platz', 'Zwei Plätze', 'Drei Plätze', 'Vier Plätze'][seats] ?? `${seats} Plätze`;

export const time = (control: Settings['time']) => {
  if (control === null) return 'Ohne Uhr';
  if (control.kind === 'days') return `${days(control.perMoveMs)} je Zug`;
  return `${minutes(control.initialMs)} + ${control.incrementMs / SECOND}`;
};

export const timeLong = (control: Settings['time']) => {
  if (control === null) return 'ohne Uhr';
  if (control.kind === 'days') return `${days(control.perMoveMs)} je Zug`;
  return `${minutes(control.initialMs)} min + ${control.incrementMs / SECOND} s`;
};
