import { houseRules, messages, timeText } from '@terrace/messages';
import { DAY_MS, type GameRow, HOUR_MS, isOpenSeat, MINUTE_MS, type Player, type PlayerId } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { seatsOf } from '#lib/game-settings/table-options.ts';
import { ratingText } from '#lib/ui/rating-text.ts';
import { gameText, tableTitle } from './game-text.ts';
import { seatedSide } from './rows.ts';
import type { WaitingRow } from './seekers.ts';

const nameText = ({ name, bot }: Player): string => (bot ? messages.card.botNamed({ name }) : name);

const termsOf = ({ settings }: GameRow): readonly string[] => [
  timeText(settings.time),
  ...[houseRules(settings.rules)].filter((text) => text !== ''),
];

export function seatingText(row: GameRow, me: PlayerId): string {
  const seated = row.seats.flatMap(({ player }) => (player === null || player.id === me ? [] : [nameText(player)]));
  const parts = seated.length === 0 ? [] : [messages.lobby.people.seated({ names: seated })];
  return [...parts, ...reservedText(row, me)].join(' · ');
}

function reservedText(row: GameRow, me: PlayerId): readonly string[] {
  const reserved = row.seats.flatMap(({ player, reserved }) =>
    player !== null || reserved === null ? [] : [reserved.id === me ? messages.common.you : reserved.name],
  );
  return reserved.length === 0 ? [] : [messages.lobby.people.kept({ names: reserved })];
}

/** The names of the waiting players; a single one with the rating if the game is rated. */
export function waitingTitle(row: WaitingRow, me: PlayerId): string {
  const all =
    row.kind === 'seek'
      ? row.seekers.map(({ player, rating }) => ({ player, rating }))
      : row.table.seats.flatMap(({ player, rating }) => (player === null ? [] : [{ player, rating }]));
  const names = all.map(({ player }) => (player.id === me ? messages.common.you : nameText(player)));
  const rated = row.kind === 'seek' ? row.game.rated : row.table.settings.rated;
  const rating = rated && all.length === 1 ? all[0]?.rating : undefined;
  return [
    messages.lobby.people.seated({ names }),
    ...(rating === undefined ? [] : [ratingText(rating.value, rating.provisional)]),
  ].join(' ');
}

/** The game and the number of missing players. With two seats, the icon shows the open one. */
export function waitingFacts(row: WaitingRow, me: PlayerId): string {
  if (row.kind === 'seek') {
    const needed = seatsOf(row.game.setup).length - row.seekers.length;
    const wider = row.seekers.some(({ seek }) => seek.or !== undefined) ? [messages.pairing.orOthers] : [];
    const more = needed > 0 && seatsOf(row.game.setup).length > 2 ? [messages.pairing.needed({ count: needed })] : [];
    return [gameText(row.game), ...wider, ...more].join(' · ');
  }
  const { settings, seats } = row.table;
  const open = seats.filter(isOpenSeat).length;
  const rules = [houseRules(settings.rules)].filter((text) => text !== '');
  const more = seats.length === 2 || open === 0 ? [] : [messages.lobby.people.open({ count: open })];
  return [gameText(settings), ...rules, ...more, ...reservedText(row.table, me)].join(' · ');
}

export const isMyMove = (row: GameRow, me: PlayerId): boolean => row.turn !== null && row.turn === seatedSide(row, me);

/** The title of an own game: its opponents, or its setup if there are none yet. */
export function ownTitle(row: GameRow, me: PlayerId): string {
  const names = opponents(row, me);
  return row.status === 'open' || names.length === 0 ? tableTitle(row) : messages.lobby.people.seated({ names });
}

const opponents = (row: GameRow, me: PlayerId): readonly string[] =>
  row.seats.flatMap(({ player }) => (player === null || player.id === me ? [] : [nameText(player)]));

/** A time rounded to its largest unit: `2 days`, `5 hours`, `10 minutes`. */
export function roundedTime(ms: number): string {
  const { days, hours, minutes } = messages.lobby.rough;
  if (ms >= 1.5 * DAY_MS) return days({ count: Math.round(ms / DAY_MS) });
  return ms >= 1.5 * HOUR_MS
    ? hours({ count: Math.round(ms / HOUR_MS) })
    : minutes({ count: Math.max(1, Math.round(ms / MINUTE_MS)) });
}

/** @param now by the server's clock */
export function ownFacts(row: GameRow, me: PlayerId, now: number): readonly string[] {
  const time = timeText(row.settings.time);
  if (row.turn === null) return [`${messages.lobby.yourTable} · ${time}`, seatingText(row, me)];
  const left = row.dueAt === undefined ? [] : [messages.lobby.timeLeft({ time: roundedTime(row.dueAt - now) })];
  const out = outText(row, me);
  if (out !== undefined) return [[out, turnText(row, row.turn, me), time].join(' · ')];
  const setup = opponents(row, me).length === 0 ? [] : [tableTitle(row)];
  return [[...setup, turnText(row, row.turn, me), time, ...left].join(' · ')];
}

/** For a player who is out of a game that the others play on. */
export function outText({ seats }: GameRow, me: PlayerId): string | undefined {
  const place = seats.find(({ player }) => player?.id === me)?.place;
  return place === undefined ? undefined : messages.lobby.youAreOut({ place });
}

export function turnText(row: GameRow, turn: Side, me: PlayerId): string {
  if (isMyMove(row, me)) return messages.lobby.yourMove;
  const player = row.seats.length > 2 ? row.seats.find(({ side }) => side === turn)?.player?.name : undefined;
  return messages.lobby.theirMove({ name: player ?? messages.side[turn] });
}

export function invitationFacts(row: GameRow, me: PlayerId, now: number): readonly string[] {
  const seat = row.seats.find(({ reserved }) => reserved?.id === me);
  const where = seat === undefined ? '' : messages.side[seat.side];
  const left = seat?.until === undefined ? [] : [messages.lobby.answerIn({ time: roundedTime(seat.until - now) })];
  return [[tableTitle(row), ...termsOf(row), where].join(' · '), ...left];
}
