import type { Side } from '@terrace/rules';
import { side, sideList } from './seats.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

export const talk = {
  title: 'Talk',
  players: 'Talk',
  watchers: (count: number) => (count === 0 ? 'Watching' : `Watching ${count}`),
  rooms: 'Rooms',
  log: { players: 'What the players say', watchers: 'What those who watch say' },
  nothing: { players: 'Nothing said yet.', watchers: 'Nothing said yet. The players hear this room after the end.' },
  message: 'Message',
  send: 'Send',
  left: (count: number) => (count === 1 ? '1 letter left' : `${count} letters left`),
  lost: 'That may not have arrived. Look above before you send it again.',
  close: 'Close',
  unread: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  line: (name: string, text: string) => `${name}: ${text}`,
  lastLine: 'Open the talk.',
  began: (at: number, now: number) => {
    const when = day.format(at) === day.format(now) ? clock.format(at) : `${clock.format(at)} on ${day.format(at)}`;
    return `The game began at ${when}.`;
  },
  off: 'You have turned talk off.',
  terrace: (on: readonly Side[], mate: boolean) => `${mate ? 'Terrace-mate' : 'Terrace'} on ${sideList(on)}.`,
  side: (own: Side) => side[own],

  about: {
    open: (name: string) => `About what ${name} said`,
    title: (name: string) => name,
    mute: 'Mute on this device',
    unmute: 'Hear again',
    block: 'Block everywhere',
    unblock: 'Unblock',
    report: 'Report',
    reason: 'What is wrong with it?',
    sendReport: 'Send report',
    reported: 'Reported. A person will look at it.',
    back: 'Back',
    hidden: (name: string, blocked: boolean) => (blocked ? `${name} is blocked.` : `${name} is muted.`),
  },
};
