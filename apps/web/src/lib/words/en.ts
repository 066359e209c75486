import type { EndReason, Settings } from '@terrace/protocol';
import type { Piece, Side } from '@terrace/rules';
import { away } from './away.ts';
import { command } from './command.ts';
import { people } from './en/people.ts';
import { play } from './en-play.ts';
import { lobby, ownTable, table } from './lobby.ts';
import { queue } from './queue.ts';
import { side, sideList } from './seats.ts';
import { talk } from './talk.ts';

const letter = (piece: Piece) => (piece.t ? 'T' : ' ABCD'.charAt(piece.size));
const owned = (piece: Piece) => `${side[piece.side]}'s ${letter(piece)}`;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const days = (ms: number) => (ms === DAY ? '1 day' : `${ms / DAY} days`);
const minutes = (ms: number) => String(Math.round((ms / MINUTE) * 10) / 10);

const setup: Record<Settings['setup'], string> = {
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

const because: Record<EndReason, (winner: string, loser: string) => string> = {
  arrival: (winner) => `${winner}'s T reached its goal.`,
  capture: (_winner, loser) => `${loser}'s T was taken.`,
  resignation: (_winner, loser) => `${loser} resigned.`,
  time: (_winner, loser) => `${loser} ran out of time.`,
  left: (_winner, loser) => `${loser} left.`,
  'no-move': () => 'The side to move had no legal move.',
  agreement: () => 'All who were in agreed to a draw.',
  repetition: () => 'The same position stood for the third time.',
  quiet: () => 'Too many moves passed without a capture.',
};

/** Every word a reader sees or hears, in English. */
export const en = {
  brand: 'Terrace',
  tagline: 'Terrace, the board game of heights, played live',
  side,
  setup,
  play,
  people,
  command,
  away,
  queue,
  letter,
  seatCount: (seats: number) => ['', 'One seat', 'Two seats', 'Three seats', 'Four seats'][seats] ?? `${seats} seats`,
  time: (time: Settings['time']) => {
    if (time === null) return 'No clock';
    if (time.kind === 'days') return `${days(time.perMoveMs)} a move`;
    return `${minutes(time.initialMs)} + ${time.incrementMs / SECOND}`;
  },
  timeLong: (time: Settings['time']) => {
    if (time === null) return 'no clock';
    if (time.kind === 'days') return `${days(time.perMoveMs)} a move`;
    return `${minutes(time.initialMs)} min + ${time.incrementMs / SECOND} s`;
  },

  connection: { offline: 'Offline', connecting: 'Reconnecting…', away: 'The server does not answer. Trying again.' },
  theme: { toLight: 'Switch to light', toDark: 'Switch to dark' },
  lobbyLink: 'Terrace, to the lobby',
  pages: { main: 'Main', play: 'Play', learn: 'Learn' },
  guestName: (name: string) => `You play as ${name}`,

  board: {
    label: 'Terrace board',
    level: (level: number) => `level ${level}`,
    empty: 'empty',
    piece: owned,
    selected: 'selected',
    movable: 'can move',
    target: {
      level: 'target, same level',
      up: 'target, up one',
      down: 'target, down one',
      capture: 'target, take',
    },
  },

  signs: {
    level: 'same level',
    up: 'up one',
    down: 'down one',
    capture: 'take',
    short: { level: 'same level', up: 'up', down: 'down', capture: 'take' },
    label: 'The four signs',
  },

  spoken: {
    move: (mover: Side, name: string, how: string) => `${side[mover]}: ${name} ${how}.`,
    level: (to: string) => `along to ${to}`,
    up: (to: string) => `up to ${to}`,
    down: (to: string) => `down to ${to}`,
    capture: (to: string, victim: string) => `takes ${victim} on ${to}`,
  },

  game: {
    title: (name: string, seats: number) =>
      name.includes('seats') ? name : `${name}, ${seats === 2 ? 'two' : seats === 3 ? 'three' : 'four'} seats`,
    short: (name: string, time: string, rated: boolean) => `${name} · ${time} · ${rated ? 'rated' : 'casual'}`,
    facts: (time: string, { rules, rated }: Settings) =>
      `${time} · ${lobby.house.all(rules) || 'standard rules'} · ${rated ? 'rated' : 'casual'}`,
    you: 'you',
    toMove: 'to move',
    openSeat: 'Open seat',
    taken: (count: number) => (count === 1 ? '1 piece taken' : `${count} pieces taken`),
    timeLeft: (name: string) => `${name}'s clock`,
    moves: 'Moves',
    noMoves: (first: Side) => `No move yet. ${side[first]} begins.`,
    noMovesAtAll: 'No move was played.',
    step: { first: 'First position', back: 'One move back', on: 'One move on', last: 'Latest position' },
    stepped: (ply: number, last: number) => (ply === 0 ? 'The start' : `After move ${ply} of ${last}`),
    turnBoard: 'Turn the board',
    resign: 'Resign',
    resignAsk: 'Resign?',
    ownTAsk: 'Take your own T? You lose the game.',
    yes: 'Yes',
    no: 'No',
    newTable: 'New table',
    lobby: 'Lobby',
    inspect: {
      yours: (name: string, square: string, level: number) => `Your ${name} on ${square}, level ${level}`,
      piece: (piece: Piece, square: string, level: number) => `${owned(piece)} on ${square}, level ${level}`,
      empty: (square: string, level: number) => `${square}, level ${level}`,
      choose: 'Your move. Choose a piece.',
      wait: (name: string) => `${name} to move.`,
      watch: (name: string) => `You are watching. ${name} to move.`,
      over: 'The game is over.',
      earlier: 'You see an earlier position.',
      open: 'Not begun yet.',
      notYourTurn: (name: string) => `It is ${name}'s turn.`,
      notYourPiece: 'Choose one of your own pieces first.',
      noMoves: (name: string) => `This ${name} has no move now.`,
    },
    call: {
      title: (sides: readonly Side[], mate: boolean) => `${mate ? 'Terrace-mate' : 'Terrace'}, ${sideList(sides)}`,
      yours: (mate: boolean) => (mate ? 'Nothing saves your T.' : 'Your T can be taken.'),
      attack: (piece: Piece, from: string, whose: Side | undefined, to: string) =>
        `${owned(piece)} on ${from} can take ${whose === undefined ? 'your' : `${side[whose]}'s`} T on ${to}.`,
      theirs: (each: Side, mate: boolean) =>
        mate ? `Nothing saves ${side[each]}'s T.` : `${side[each]}'s T can be taken.`,
    },
    over: {
      youWon: 'You won',
      youLost: 'You lost',
      won: (name: string) => `${name} won`,
      draw: 'A draw',
      closed: 'Table closed',
      closedWhy: 'Its host closed it before the game began.',
      because: (by: EndReason, winner: Side | null, loser: Side | undefined) =>
        because[by](winner === null ? '' : side[winner], loser === undefined ? 'A side' : side[loser]),
    },
  },

  lobby,
  ownTable,
  table,
  talk,

  errors: {
    server: 'The server could not answer. Try again in a moment.',
    lost: 'The server did not answer. Trying again.',
    offline: 'There is no connection to the server. Playing at one screen and learning work without one.',
    notFound: 'There is no page here.',
    title: 'That did not work',
    toLobby: 'To the lobby',
  },
} as const;
