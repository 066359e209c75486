import type { Side } from '@terrace/rules';
import { side, sideList } from './seats.ts';

const clock = new Intl.DateTimeFormat('de', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('de', { day: 'numeric', month: 'long' });

export const talk = {
  title: 'Gespräch',
  players: 'Gespräch',
  watchers: (count: number) => (count === 0 ? 'Zuschauer' : `Zuschauer ${count}`),
  rooms: 'Räume',
  log: { players: 'Was die Spieler sagen', watchers: 'Was die Zuschauer sagen' },
  nothing: {
    players: 'Noch nichts gesagt.',
    watchers: 'Noch nichts gesagt. Die Spieler hören diesen Raum nach dem Ende.',
  },
  message: 'Nachricht',
  send: 'Senden',
  left: (count: number) => (count === 1 ? 'noch 1 Zeichen' : `noch ${count} Zeichen`),
  lost: 'Das ist vielleicht nicht angekommen. Sieh oben nach, bevor du es noch einmal sendest.',
  close: 'Schließen',
  unread: (count: number) => (count === 1 ? '1 neue Nachricht' : `${count} neue Nachrichten`),
  line: (name: string, text: string) => `${name}: ${text}`,
  began: (at: number, now: number) => {
    const when =
      day.format(at) === day.format(now) ? `um ${clock.format(at)}` : `am ${day.format(at)} um ${clock.format(at)}`;
    return `Die Partie begann ${when}.`;
  },
  off: 'Du hast das Gespräch ausgeschaltet.',
  terrace: (on: readonly Side[], mate: boolean) => `${mate ? 'Terrace-Matt' : 'Terrace'} gegen ${sideList(on)}.`,
  side: (own: Side) => side[own],

  lastLine: 'Gespräch öffnen.',

  about: {
    open: (name: string) => `Zu dem, was ${name} gesagt hat`,
    title: (name: string) => name,
    mute: 'Auf diesem Gerät ausblenden',
    unmute: 'Wieder anzeigen',
    block: 'Überall blockieren',
    unblock: 'Nicht mehr blockieren',
    report: 'Melden',
    reason: 'Was stimmt damit nicht?',
    sendReport: 'Meldung senden',
    reported: 'Gemeldet. Ein Mensch wird es sich ansehen.',
    back: 'Zurück',
    hidden: (name: string, blocked: boolean) => (blocked ? `${name} ist blockiert.` : `${name} ist ausgeblendet.`),
  },
};
