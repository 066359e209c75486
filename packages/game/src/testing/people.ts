import { player, settings, Table } from './table.ts';

/** A long game of 5 + 3. */
export const long = settings();
export const ann = player('ann');
export const ben = player('ben');
export const cleo = player('cleo');
export const dan = player('dan');

/** South is ann's and North ben's. */
export function twoSeats(chosen = long): Table {
  const table = new Table(chosen, ann, 'south');
  table.send(ben, { type: 'sit', side: null });
  return table;
}

export function gameInProgress(chosen = long): Table {
  const table = twoSeats(chosen);
  table.send(ann, move(1, 'd2', 'd3'));
  table.send(ben, move(2, 'e7', 'e6'));
  return table;
}

/** From South clockwise: ann, ben, cleo, dan. */
export function fourSeats(): Table {
  const table = new Table(settings({ setup: 'four' }), ann, 'south');
  for (const [who, side] of [
    [ben, 'west'],
    [cleo, 'north'],
    [dan, 'east'],
  ] as const) {
    table.send(who, { type: 'sit', side });
  }
  return table;
}

export const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;
export const refused = (code: string) => ({ ok: false, error: { code } });
