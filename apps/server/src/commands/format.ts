import {
  consenters,
  currentPosition,
  deadlineAt,
  type GameState,
  isOnVacation,
  placeOf,
  remainingMs,
  type Seat,
  sideOf,
} from '@terrace/game';
import { messages, minutesText, timeText, wayToCallOff } from '@terrace/messages';
import { commandsMessages } from '@terrace/messages/commands';
import {
  DAY_MS,
  type GameId,
  type GameResult,
  type GameRow,
  HOUR_MS,
  Offer,
  type PlayerId,
  SECOND_MS,
  type Settings,
} from '@terrace/protocol';
import { type DiagramStyle, formatDiagram, type History, historyCalls, type Position, type Side } from '@terrace/rules';

/** Who reads a text, and when, in ms since 1970. */
export type Reader = { readonly id: PlayerId; readonly now: number };

/** Settings, players with their time and vacation, the diagram, status, deadline and open offers. */
export function gameText(id: GameId, state: GameState, reader: Reader, style: DiagramStyle): string {
  const { now } = reader;
  const seats = state.seats.map((seat) => {
    const left = remainingMs(state, seat.side, now);
    const out = currentPosition(state).out.includes(seat.side) ? [commandsMessages().game.out] : [];
    const time = left === null ? [] : [duration(left)];
    const until = isOnVacation(state, seat.side, now) ? state.vacations?.[seat.side]?.until : undefined;
    const away = until === undefined ? [] : [commandsMessages().game.onVacation({ until: instantText(until) })];
    return `${messages.side[seat.side]}: ${[occupantText(seat), ...out, ...time, ...away].join(', ')}`;
  });
  return [
    titleLine(id, state.settings),
    ...seats,
    '',
    boardText(state.history, style),
    '',
    statusText(state),
    ...placeLine(state, reader.id),
    ...deadlineLine(state),
    ...offerLines(id, state, reader.id),
  ].join('\n');
}

export function momentText(id: GameId, state: GameState, moment: History, style: DiagramStyle): string {
  const { ply, turn } = moment.position;
  const line = [commandsMessages().status.before({ ply, turn }), ...outText(moment), ...callsText(moment)].join(' ');
  return [titleLine(id, state.settings), seatsLine(state.seats), '', boardText(moment, style), '', line].join('\n');
}

export function boardText({ position }: History, style: DiagramStyle = 'walled'): string {
  const { legend } = commandsMessages();
  const said = style === 'usenet' || style === 'everything2' ? ['', legend[style]] : [];
  return [formatDiagram(position, style), ...said].join('\n');
}

export const titleLine = (id: GameId, settings: Settings): string =>
  commandsMessages().game.title({ id, settings: settingsText(settings) });

export const seatsLine = (seats: readonly (Seat | GameRow['seats'][number])[]): string =>
  seats
    .map((seat) => {
      const out =
        'place' in seat && seat.place !== undefined ? ` (${commandsMessages().row.out({ n: seat.place })})` : '';
      return `${messages.side[seat.side]} ${occupantText(seat)}${out}`;
    })
    .join(', ');

function occupantText({ player, reserved }: Omit<Seat, 'side'>): string {
  if (player !== null) return player.name;
  const { openSeat, invited } = commandsMessages().game;
  return reserved === null ? openSeat : invited({ name: reserved.name });
}

function settingsText({ setup, rules, time, rated }: Settings): string {
  const houseRules = [
    ...(rules.capture === 'rank' ? [commandsMessages().game.rankCapture] : []),
    ...(rules.sliding === 'not-larger' ? [commandsMessages().game.notLarger] : []),
  ];
  const counts = rated ? [commandsMessages().game.rated] : [];
  return [setup, ...houseRules, timeInLine(time), ...counts].join(', ');
}

function timeInLine(time: Settings['time']): string {
  if (time === null) return messages.time.noneInLine;
  if (time.kind === 'clock') return `${minutesText(time.initialMs)}+${time.incrementMs / SECOND_MS}`;
  return timeText(time);
}

export function statusText(state: GameState): string {
  const { ply, turn } = currentPosition(state);
  const { status } = commandsMessages();
  switch (state.status) {
    case 'closed':
      return calledOffText(state) ?? status.closed;
    case 'open': {
      const vacant = state.seats.filter(({ player }) => player === null);
      return vacant.length === 0 ? status.startsByHost : status.waitsFor({ seats: seatsLine(vacant) });
    }
    case 'over': {
      const next = state.next === null ? [] : [status.rematch({ id: state.next })];
      return [state.result === null ? status.over : resultText(state.result), ...next].join(' ');
    }
    case 'live': {
      const paused = state.pausedUntil === null ? [] : [status.paused];
      return [status.live({ ply, turn }), ...outText(state.history), ...callsText(state.history), ...paused].join(' ');
    }
  }
}

/** Why a game that had begun is closed. */
function calledOffText({ closed }: GameState): string | undefined {
  if (closed === undefined || closed.calledOffAt === null) return undefined;
  const name = closed.side === null ? '' : messages.side[closed.side];
  return commandsMessages().status.calledOff({ by: wayToCallOff(closed.by), name });
}

/** The sides that are out of play; none while all play. */
const outText = ({ position: { out } }: History): readonly string[] =>
  out.length === 0 ? [] : [commandsMessages().status.out({ sides: out })];

/** For a player who is out while the others play on. */
function placeLine(state: GameState, reader: PlayerId): readonly string[] {
  const side = sideOf(state, reader);
  if (side === undefined || state.status !== 'live' || !currentPosition(state).out.includes(side)) return [];
  return [commandsMessages().status.youAreOut({ place: placeOf(state, side) ?? state.seats.length })];
}

/** The sides that were in play before and are not any more. */
export const newlyOut = (before: Position, after: Position): readonly Side[] =>
  after.out.filter((side) => !before.out.includes(side));

/** "Terrace" or "Terrace-mate" (R18, R19). */
export const callsText = (moment: History): readonly string[] => callText(historyCalls(moment));

function callText({ terrace, mate }: { terrace: readonly Side[]; mate: boolean }): readonly string[] {
  if (terrace.length === 0) return [];
  return [commandsMessages().status.calls({ mate, sides: terrace })];
}

export const resultText = ({ winner, by }: GameResult): string => commandsMessages().result[by]({ winner });

/** When time alone ends the turn, the pause or the wait, unless a running clock shows it. */
function deadlineLine(state: GameState): readonly string[] {
  const isClocked = state.settings.time?.kind === 'clock' || state.pausedUntil !== null;
  const at = isClocked ? undefined : deadlineAt(state);
  if (at === undefined) return [];
  const { until } = commandsMessages().status;
  return [state.status === 'open' ? until.open({ at: instantText(at) }) : until.move({ at: instantText(at) })];
}

/** Open offers, each with the lines that answer it for a player who has not answered yet. */
function offerLines(id: GameId, state: GameState, reader: PlayerId): readonly string[] {
  const unanswered = unansweredOffers(state, reader);
  return openOffers(state).flatMap((offer) => {
    const open = state.offers[offer];
    if (open === undefined) return [];
    const { asks, answer } = commandsMessages().status;
    const how = unanswered.includes(offer) ? [answer({ line: `${id} ${offer}#${open.seq}` })] : [];
    return [[asks[offer]({ side: open.by }), ...how].join(' ')];
  });
}

export const openOffers = ({ offers }: GameState): readonly Offer[] =>
  Offer.options.filter((offer) => offers[offer] !== undefined);

/** The open offers that a player has not answered. */
export function unansweredOffers(state: GameState, player: PlayerId): readonly Offer[] {
  const side = sideOf(state, player);
  if (side === undefined) return [];
  return openOffers(state).filter(
    (offer) => consenters(state, offer).includes(side) && !state.offers[offer]?.agreed.includes(side),
  );
}

/** A game in one line. @param asked the offers that wait for an answer */
export function rowText({ id, status, settings, seats, turn, ply }: GameRow, asked: readonly string[] = []): string {
  const { row } = commandsMessages();
  const rowStatus = status === 'live' && turn !== null ? row.toMove({ ply, turn }) : row[status];
  return [`${id}  ${rowStatus}`, settingsText(settings), seatsLine(seats), ...asked].join('; ');
}

/** The offers of a game that wait for a player's answer, as they are shown in a list. */
export const askedText = (state: GameState, player: PlayerId): readonly string[] =>
  unansweredOffers(state, player).flatMap((offer) => {
    const by = state.offers[offer]?.by;
    return by === undefined
      ? []
      : [commandsMessages().row.asks({ offer: `${offer}#${state.offers[offer]?.seq}`, side: by })];
  });

/** An instant for readers whose time zone is unknown. */
export const instantText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** `4:58`, `1:04:58`, or days and hours; seconds are rounded up. */
export function duration(ms: number): string {
  if (ms >= 2 * DAY_MS) {
    const [days, hours] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS)];
    return commandsMessages().game.daysAndHours({ days, hours });
  }
  const seconds = Math.ceil(ms / SECOND_MS);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
