import { type GameState, positionOf, remainingMs, type Seat } from '@terrace/game';
import {
  DAY_MS,
  type EndReason,
  type GameId,
  type GameResult,
  type GameRow,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  type Settings,
} from '@terrace/protocol';
import { formatDiagram, type History, historyCalls, type Side } from '@terrace/rules';

export const capital = (side: Side): string => side.charAt(0).toUpperCase() + side.slice(1);

/** A game now: settings, players with their time, the walled diagram, status and open offers. */
export function gameText(id: GameId, state: GameState, now: number): string {
  const seats = state.seats.map((seat) => {
    const left = remainingMs(state, seat.side, now);
    const out = positionOf(state).out.includes(seat.side) ? ', out' : '';
    return `${capital(seat.side)}: ${whoSits(seat)}${out}${left === null ? '' : `, ${duration(left)}`}`;
  });
  return [
    titleLine(id, state.settings),
    ...seats,
    '',
    boardText(state.history),
    '',
    statusText(state),
    ...offers(state),
  ].join('\n');
}

/** A game at an earlier position. */
export function momentText(id: GameId, state: GameState, moment: History): string {
  const { ply, turn } = moment.position;
  const line = [`Before move ${ply}, ${capital(turn)} to move.`, ...callsText(moment)].join(' ');
  return [titleLine(id, state.settings), seatsLine(state.seats), '', boardText(moment), '', line].join('\n');
}

export const boardText = ({ position }: History): string => formatDiagram(position, 'walled');

export const titleLine = (id: GameId, settings: Settings): string => `Game ${id}: ${settingsText(settings)}.`;

export const seatsLine = (seats: readonly Seat[]): string =>
  seats.map((seat) => `${capital(seat.side)} ${whoSits(seat)}`).join(', ');

function whoSits({ player, reserved }: Omit<Seat, 'side'>): string {
  if (player !== null) return player.name;
  return reserved === null ? '(open)' : `${reserved.name} (invited)`;
}

export function settingsText({ setup, rules, time }: Settings): string {
  const houseRules = [
    ...(rules.capture === 'rank' ? ['rank capture'] : []),
    ...(rules.sliding === 'not-larger' ? ['no sliding past larger pieces'] : []),
  ];
  return [setup, ...houseRules, timeText(time)].join(', ');
}

function timeText(time: Settings['time']): string {
  if (time === null) return 'no clock';
  if (time.kind === 'clock') return `${time.initialMs / MINUTE_MS}+${time.incrementMs / SECOND_MS}`;
  return time.perMoveMs === DAY_MS ? '1 day a move' : `${time.perMoveMs / DAY_MS} days a move`;
}

/** The status of a game, in a sentence or two. */
export function statusText(state: GameState): string {
  const { ply, turn } = positionOf(state);
  switch (state.status) {
    case 'closed':
      return 'This table was closed, and the game counts for nobody.';
    case 'open': {
      const vacant = state.seats.filter(({ player }) => player === null);
      return vacant.length === 0 ? 'It begins when the host says so.' : `It waits for ${seatsLine(vacant)}.`;
    }
    case 'over': {
      const next = state.next === null ? [] : [`The rematch is game ${state.next}.`];
      return [state.result === null ? 'The game is over.' : resultText(state.result), ...next].join(' ');
    }
    case 'live': {
      const paused = state.pausedUntil === null ? [] : ['The game is paused.'];
      return [`Move ${ply}, ${capital(turn)} to move.`, ...callsText(state.history), ...paused].join(' ');
    }
  }
}

/** "Terrace" or "Terrace-mate" (R18, R19), as called in a position. */
export const callsText = (moment: History): readonly string[] => callText(historyCalls(moment));

export function callText({ terrace, mate }: { terrace: readonly Side[]; mate: boolean }): readonly string[] {
  if (terrace.length === 0) return [];
  return [`${mate ? 'Terrace-mate' : 'Terrace'}: ${terrace.map(capital).join(', ')}.`];
}

const BY: Readonly<Record<EndReason, string>> = {
  arrival: 'by arrival',
  capture: 'by capture',
  resignation: 'by resignation',
  time: 'on time',
  left: 'since the others left',
  'no-move': 'for want of a move',
  agreement: 'by agreement',
  repetition: 'by repetition',
  quiet: 'after so long without a capture',
};

export const resultText = ({ winner, by }: GameResult): string =>
  `${winner === null ? 'A draw' : `${capital(winner)} wins`} ${BY[by]}.`;

function offers(state: GameState): readonly string[] {
  return Object.entries(state.offers).map(([offer, { by }]) => `${capital(by)} asks for ${ASKED[offer] ?? offer}.`);
}

const ASKED: Readonly<Record<string, string>> = {
  draw: 'a draw',
  takeback: 'a move back',
  pause: 'a pause',
  resume: 'the game to go on',
  rematch: 'a rematch',
};

/** One game in a list. */
export function rowText({ id, status, settings, seats, turn, ply }: GameRow): string {
  const stands = status === 'live' && turn !== null ? `move ${ply}, ${capital(turn)} to move` : status;
  return `${id}  ${stands}; ${settingsText(settings)}; ${seatsLine(seats)}`;
}

/** `4:58`, `1:04:58`, or days and hours; seconds are rounded up. */
export function duration(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} d ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
  const seconds = Math.ceil(ms / SECOND_MS);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
