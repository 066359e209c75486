import { DAY_MS, type GameRow, HOUR_MS, isOpenSeat, MINUTE_MS, type PlayerId } from '@terrace/protocol';
import { words } from '#lib/words/words.ts';
import { hostOf, sitsAt } from './rows.ts';

export const tableTitle = ({ settings }: GameRow): string => words.setup[settings.setup];

/** How it is played: its time, and the house rules that are not the usual ones. */
const howOf = ({ settings }: GameRow): readonly string[] => [
  words.time(settings.time),
  ...[words.lobby.house.all(settings.rules)].filter((text) => text !== ''),
];

/** Who sits at a table, and for whom seats are reserved. */
function peopleAt(row: GameRow, me: PlayerId): string {
  const seated = row.seats.flatMap(({ player }) => (player === null || player.id === me ? [] : [player.name]));
  const reserved = row.seats.flatMap(({ player, reserved }) =>
    player !== null || reserved === null ? [] : [reserved.id === me ? words.lobby.you : reserved.name],
  );
  const told = seated.length === 0 ? [] : [words.lobby.people.seated(seated)];
  return [...told, ...(reserved.length === 0 ? [] : [words.lobby.people.kept(reserved)])].join(' · ');
}

/** The line below an open table's name. Which seat of two is open shows in the picture beside it. */
export function tableFacts(row: GameRow, me: PlayerId): readonly string[] {
  const open = row.seats.filter(isOpenSeat).length;
  const seats = row.seats.length === 2 || open === 0 ? [] : [words.lobby.people.open(open)];
  return [[...howOf(row), ...seats, peopleAt(row, me)].filter((part) => part !== '').join(' · ')];
}

/** What a table is called where only one line can tell it from others. */
export const tableName = (row: GameRow, me: PlayerId): string =>
  [`${tableTitle(row)} ${words.time(row.settings.time)}`, peopleAt(row, me)].filter((text) => text !== '').join(', ');

export const isMyMove = (row: GameRow, me: PlayerId): boolean => row.turn !== null && row.turn === sitsAt(row, me);

export function ownTitle(row: GameRow, me: PlayerId): string {
  const others = row.seats.flatMap(({ player }) => (player === null || player.id === me ? [] : [player.name]));
  return row.status === 'open' || others.length === 0
    ? tableTitle(row)
    : words.lobby.against(tableTitle(row), words.lobby.people.seated(others));
}

/** A time of which only the first figure matters, rounded to the nearest: `2 days`, `5 hours`, `10 minutes`. */
function roughly(ms: number): string {
  const { days, hours, minutes } = words.lobby.rough;
  if (ms >= 1.5 * DAY_MS) return days(Math.round(ms / DAY_MS));
  return ms >= 1.5 * HOUR_MS ? hours(Math.round(ms / HOUR_MS)) : minutes(Math.max(1, Math.round(ms / MINUTE_MS)));
}

/** The lines below an own game's name; `now` by the server's clock. */
export function ownFacts(row: GameRow, me: PlayerId, now: number): readonly string[] {
  const time = words.time(row.settings.time);
  if (row.turn === null) return [`${words.lobby.yourTable} · ${time}`, peopleAt(row, me)];
  const turn = isMyMove(row, me) ? words.lobby.yourMove : words.lobby.theirMove(words.side[row.turn]);
  const left = row.dueAt === undefined ? [] : [words.lobby.timeLeft(roughly(row.dueAt - now))];
  return [[turn, time, ...left].join(' · ')];
}

/** A seat that is reserved for me: whose table, which seat. */
export function invitationFacts(row: GameRow, me: PlayerId, now: number): readonly string[] {
  const seat = row.seats.find(({ reserved }) => reserved?.id === me);
  const where = seat === undefined ? '' : words.side[seat.side];
  const left = seat?.until === undefined ? [] : [words.lobby.answerIn(roughly(seat.until - now))];
  return [[tableTitle(row), ...howOf(row), where].join(' · '), ...left];
}

export const inviter = (row: GameRow): string => hostOf(row)?.name ?? '';
