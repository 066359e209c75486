import { houseRules, messages, timeText } from '@terrace/messages';
import { DAY_MS, type GameRow, HOUR_MS, isOpenSeat, MINUTE_MS, type PlayerId } from '@terrace/protocol';
import { hostOf, sitsAt } from './rows.ts';

export const tableTitle = ({ settings }: GameRow): string => messages.setup[settings.setup];

/** How it is played: its time, and the house rules that are not the usual ones. */
const howOf = ({ settings }: GameRow): readonly string[] => [
  timeText(settings.time),
  ...[houseRules(settings.rules)].filter((text) => text !== ''),
];

/** Who sits at a table, and for whom seats are reserved. */
function peopleAt(row: GameRow, me: PlayerId): string {
  const seated = row.seats.flatMap(({ player }) => (player === null || player.id === me ? [] : [player.name]));
  const reserved = row.seats.flatMap(({ player, reserved }) =>
    player !== null || reserved === null ? [] : [reserved.id === me ? messages.lobby.you : reserved.name],
  );
  const parts = seated.length === 0 ? [] : [messages.lobby.people.seated({ names: seated })];
  return [...parts, ...(reserved.length === 0 ? [] : [messages.lobby.people.kept({ names: reserved })])].join(' · ');
}

/** The line below an open table's name. Which seat of two is open shows in the picture beside it. */
export function tableFacts(row: GameRow, me: PlayerId): readonly string[] {
  const open = row.seats.filter(isOpenSeat).length;
  const seats = row.seats.length === 2 || open === 0 ? [] : [messages.lobby.people.open({ count: open })];
  return [[...howOf(row), ...seats, peopleAt(row, me)].filter((part) => part !== '').join(' · ')];
}

/** What a table is called where only one line can tell it from others. */
export const tableName = (row: GameRow, me: PlayerId): string =>
  [`${tableTitle(row)} ${timeText(row.settings.time)}`, peopleAt(row, me)].filter((text) => text !== '').join(', ');

export const isMyMove = (row: GameRow, me: PlayerId): boolean => row.turn !== null && row.turn === sitsAt(row, me);

export function ownTitle(row: GameRow, me: PlayerId): string {
  const others = row.seats.flatMap(({ player }) => (player === null || player.id === me ? [] : [player.name]));
  return row.status === 'open' || others.length === 0
    ? tableTitle(row)
    : messages.lobby.against({ setupName: tableTitle(row), name: messages.lobby.people.seated({ names: others }) });
}

/** A time of which only the first figure matters, rounded to the nearest: `2 days`, `5 hours`, `10 minutes`. */
function roughly(ms: number): string {
  const { days, hours, minutes } = messages.lobby.rough;
  if (ms >= 1.5 * DAY_MS) return days({ count: Math.round(ms / DAY_MS) });
  return ms >= 1.5 * HOUR_MS
    ? hours({ count: Math.round(ms / HOUR_MS) })
    : minutes({ count: Math.max(1, Math.round(ms / MINUTE_MS)) });
}

/** The lines below an own game's name; `now` by the server's clock. */
export function ownFacts(row: GameRow, me: PlayerId, now: number): readonly string[] {
  const time = timeText(row.settings.time);
  if (row.turn === null) return [`${messages.lobby.yourTable} · ${time}`, peopleAt(row, me)];
  const turn = isMyMove(row, me)
    ? messages.lobby.yourMove
    : messages.lobby.theirMove({ name: messages.side[row.turn] });
  const left = row.dueAt === undefined ? [] : [messages.lobby.timeLeft({ time: roughly(row.dueAt - now) })];
  return [[turn, time, ...left].join(' · ')];
}

/** A seat that is reserved for me: whose table, which seat. */
export function invitationFacts(row: GameRow, me: PlayerId, now: number): readonly string[] {
  const seat = row.seats.find(({ reserved }) => reserved?.id === me);
  const where = seat === undefined ? '' : messages.side[seat.side];
  const left = seat?.until === undefined ? [] : [messages.lobby.answerIn({ time: roughly(seat.until - now) })];
  return [[tableTitle(row), ...howOf(row), where].join(' · '), ...left];
}

export const inviter = (row: GameRow): string | undefined => hostOf(row)?.name;
