import type { EndReason, Settings } from '@terrace/protocol';
import type { Piece, Side } from '@terrace/rules';
import { lobby } from './lobby.ts';
import { owned } from './pieces.ts';
import { side, sideList } from './seats.ts';

const because: Record<EndReason, (winner: string, loser: string) => string> = {
  arrival: (winner) => `${winner}s T hat sein Ziel erreicht.`,
  capture: (_winner, loser) => `Das T wurde geschlagen: ${loser} hat verloren.`,
  resignation: (_winner, loser) => `${loser} hat aufgegeben.`,
  time: (_winner, loser) => `Die Zeit ist abgelaufen: ${loser}.`,
  left: (_winner, loser) => `${loser} ist gegangen.`,
  'no-move': () => 'Die Seite am Zug hatte keinen erlaubten Zug.',
  agreement: () => 'Alle, die noch dabei waren, haben sich auf Remis geeinigt.',
  repetition: () => 'Dieselbe Stellung stand zum dritten Mal.',
  quiet: () => 'Zu viele Züge vergingen, ohne dass etwas geschlagen wurde.',
};

export const game = {
  title: (name: string, seats: number) =>
    name.includes('Plätze') ? name : `${name}, ${seats === 2 ? 'zwei' : seats === 3 ? 'drei' : 'vier'} Plätze`,
  short: (name: string, time: string, rated: boolean) => `${name} · ${time}${rated ? ' · gewertet' : ''}`,
  facts: (time: string, { rules, rated }: Settings) =>
    `${time} · ${lobby.house.all(rules) || 'übliche Regeln'} · ${rated ? 'gewertet' : 'ungewertet'}`,
  you: 'du',
  toMove: 'am Zug',
  openSeat: 'Freier Platz',
  taken: (count: number) => (count === 1 ? '1 Figur geschlagen' : `${count} Figuren geschlagen`),
  timeLeft: (name: string) => `Uhr von ${name}`,
  moves: 'Züge',
  noMoves: (first: Side) => `Noch kein Zug. ${side[first]} beginnt.`,
  noMovesAtAll: 'Es wurde nicht gezogen.',
  step: { first: 'Erste Stellung', back: 'Einen Zug zurück', on: 'Einen Zug weiter', last: 'Letzte Stellung' },
  stepped: (ply: number, last: number) => (ply === 0 ? 'Der Anfang' : `Nach Zug ${ply} von ${last}`),
  turnBoard: 'Brett drehen',
  resign: 'Aufgeben',
  resignAsk: 'Aufgeben?',
  ownTAsk: 'Das eigene T schlagen? Du verlierst die Partie.',
  yes: 'Ja',
  no: 'Nein',
  newTable: 'Neuer Tisch',
  lobby: 'Lobby',
  inspect: {
    yours: (name: string, square: string, level: number) => `Dein ${name} auf ${square}, Stufe ${level}`,
    piece: (piece: Piece, square: string, level: number) => `${owned(piece)} auf ${square}, Stufe ${level}`,
    empty: (square: string, level: number) => `${square}, Stufe ${level}`,
    choose: 'Du bist am Zug. Wähle eine Figur.',
    wait: (name: string) => `${name} ist am Zug.`,
    watch: (name: string) => `Du siehst zu. ${name} ist am Zug.`,
    over: 'Die Partie ist zu Ende.',
    earlier: 'Du siehst eine frühere Stellung.',
    open: 'Noch nicht begonnen.',
    notYourTurn: (name: string) => `${name} ist am Zug.`,
    notYourPiece: 'Wähle zuerst eine deiner Figuren.',
    noMoves: (name: string) => `Dieses ${name} hat gerade keinen Zug.`,
  },
  call: {
    title: (sides: readonly Side[], mate: boolean) => `${mate ? 'Terrace-Matt' : 'Terrace'}, ${sideList(sides)}`,
    yours: (mate: boolean) => (mate ? 'Nichts rettet dein T.' : 'Dein T kann geschlagen werden.'),
    attack: (piece: Piece, from: string, whose: Side | undefined, to: string) =>
      `${owned(piece)} auf ${from} kann ${whose === undefined ? 'dein' : `${side[whose]}s`} T auf ${to} schlagen.`,
    theirs: (each: Side, mate: boolean) =>
      mate ? `Nichts rettet ${side[each]}s T.` : `${side[each]}s T kann geschlagen werden.`,
  },
  over: {
    youWon: 'Du hast gewonnen',
    youLost: 'Du hast verloren',
    won: (name: string) => `${name} hat gewonnen`,
    draw: 'Remis',
    closed: 'Tisch geschlossen',
    closedWhy: 'Wer ihn aufgemacht hat, hat ihn vor Beginn der Partie geschlossen.',
    because: (by: EndReason, winner: Side | null, loser: Side | undefined) =>
      because[by](winner === null ? '' : side[winner], loser === undefined ? 'Eine Seite' : side[loser]),
  },
};
