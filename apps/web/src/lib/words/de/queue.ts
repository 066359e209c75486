import type { Side } from '@terrace/rules';
import { side } from './seats.ts';

/** Moves made ahead in a game by days. */
export const queue = {
  title: 'Vorgemerkte Züge',
  none: 'Merke deine Antworten vor. Sie werden gespielt, sobald sie an der Reihe sind.',
  count: (count: number) => (count === 1 ? '1 Zug vorgemerkt' : `${count} Züge vorgemerkt`),
  plan: 'Planen',
  done: 'Fertig',
  after: (move: string) => `nach ${move}`,
  any: 'nach jedem Zug',
  remove: (move: string) => `${move} und was folgt entfernen`,
  clear: 'Leeren',
  unfit: (count: number) =>
    count === 1 ? 'Ein weiterer passt nicht mehr zum Brett.' : `${count} weitere passen nicht mehr zum Brett.`,
  yourTurn: 'Du bist am Zug. Spiele zuerst diesen.',
  full: 'Mehr lässt sich nicht vormerken.',
  over: 'Danach kann nichts mehr folgen.',
  choose: (who: Side) => `Wähle, was ${side[who]} spielen könnte.`,
  reply: 'Wähle deinen Zug.',
  afterAny: 'Nach jedem Zug',
  typed: 'Oder tippe den Zug',
  example: 'd-a2-b3',
  add: 'Hinzufügen',
};
