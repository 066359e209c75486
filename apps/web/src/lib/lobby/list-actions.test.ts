import { currentPosition, placeOf } from '@terrace/game';
import { rightsIn, type Situation, situations } from '@terrace/game/testing/rights';
import { DEFAULT_SETTINGS, GameId, type GameRow, inboxGroup, isOpenSeat, type Player } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { isMyMove } from './row-text.ts';
import { reservedSide } from './rows.ts';
import { waitingRows } from './seekers.ts';

/** The row of a situation as the server writes it. */
function rowOf({ table: { state } }: Situation): GameRow {
  const { out, turn, ply } = currentPosition(state);
  const { status, settings, createdAt } = state;
  const seats = state.seats.map((seat) => ({
    ...seat,
    ...(status === 'live' && out.includes(seat.side) && { place: placeOf(state, seat.side) }),
  }));
  const id = GameId.parse('a'.repeat(12));
  return { id, status, settings, seats, turn: status === 'live' ? turn : null, ply, createdAt };
}

/** The commands of the buttons in the inbox, in notices and in the lobby, which lists tables with an open seat. */
function listActions(row: GameRow, { id }: Player): readonly string[] {
  const isListed = row.status === 'open' && row.settings.seen === 'public' && row.seats.some(isOpenSeat);
  const joins = waitingRows({ tables: isListed ? [row] : [], seekers: [] }, DEFAULT_SETTINGS, id).length > 0;
  return reservedSide(row, id) === undefined ? (joins ? ['sit'] : []) : ['decline', 'sit'];
}

const people = situations().flatMap((situation) =>
  situation.actors.flatMap(([actor, by]) => (by === null ? [] : [[situation.name, actor, situation, by] as const])),
);

test.each(people)('%s: the lists offer to %s what the server accepts', (_, actor, situation, by) => {
  const row = rowOf(situation);
  const accepted = rightsIn(situation).flatMap((right) =>
    right.actor === actor && right.outcome.ok && (right.command === 'sit' || right.command === 'decline')
      ? [right.command]
      : [],
  );
  expect(listActions(row, by).toSorted()).toEqual(accepted.toSorted());
});

test.each(people)('%s: the lists say whether a game waits for the move of %s', (_, actor, situation, by) => {
  const row = rowOf(situation);
  const moves = rightsIn(situation).some(
    ({ actor: each, command, outcome }) => each === actor && command === 'move' && outcome.ok,
  );
  const isPaused = situation.table.state.pausedUntil !== null;
  if (!isPaused) expect(isMyMove(row, by.id)).toBe(moves);
  expect(inboxGroup(row, by.id) === 'out').toBe(actor === 'out');
});
