import type { EndReason, Settings } from '@terrace/protocol';
import type { Piece, Side } from '@terrace/rules';
import { lobby } from './lobby.ts';
import { owned } from './pieces.ts';
import { side, sideList } from './seats.ts';

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

export const game = {
  title: (name: string, seats: number) =>
    name.includes('seats') ? name : `${name}, ${seats === 2 ? 'two' : seats === 3 ? 'three' : 'four'} seats`,
  short: (name: string, time: string, rated: boolean) => `${name} · ${time}${rated ? ' · rated' : ''}`,
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
};
