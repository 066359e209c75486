import type { Side } from '@terrace/rules';
import { side } from './seats.ts';

/** A game at one screen, without a server. */
export const local = {
  title: 'An einem Bildschirm',
  promise: 'Zwei bis vier Leute, ein Bildschirm, ohne Verbindung. Die Partie bleibt auf diesem Gerät.',
  event: 'Partie an einem Bildschirm',
  seats: 'Plätze',
  names: 'Namen',
  name: (who: Side) => side[who],
  guest: (n: number) => `Spieler ${n}`,
  times: { none: 'Ohne Uhr', clock: 'Uhr' },
  board: 'Brett',
  boards: { stays: 'Bleibt liegen', turns: 'Dreht sich mit' },
  start: 'Partie beginnen',
  again: 'Partie fortsetzen',
  short: (name: string, time: string) => `${name} · ${time}`,
  undo: 'Zurück',
  redo: 'Wieder vor',
  save: 'Sichern',
  saveAs: 'Als Aufzeichnung sichern',
  newGame: 'Neue Partie',
  newAsk: 'Diese Partie beenden?',
  drawAsk: 'Sind alle einverstanden?',
  resignAsk: (who: Side) => `${side[who]} gibt auf?`,
  paused: { title: 'Pause', sentence: 'Die Uhren stehen.' },
};
