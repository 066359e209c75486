import type { Offer } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { side, sideList } from './seats.ts';

const asks: Record<Offer, string> = {
  draw: 'offers a draw',
  takeback: 'asks to take back',
  pause: 'asks for a pause',
  resume: 'asks to go on',
  rematch: 'offers a rematch',
};
const asked: Record<Offer, string> = {
  draw: 'You offer a draw',
  takeback: 'You ask to take back',
  pause: 'You ask for a pause',
  resume: 'You ask to go on',
  rematch: 'You offer a rematch',
};
const agreed: Record<Offer, string> = {
  draw: 'agrees to a draw',
  takeback: 'agrees to the takeback',
  pause: 'agrees to a pause',
  resume: 'agrees to go on',
  rematch: 'agrees to a rematch',
};
const howOut = {
  taken: 'is out',
  resignation: 'resigned and is out',
  time: 'ran out of time and is out',
  left: 'has left and is out',
};

const failed: Record<Offer, string> = {
  draw: 'draw offer',
  takeback: 'request to take back',
  pause: 'request for a pause',
  resume: 'request to go on',
  rematch: 'offer of a rematch',
};
const ordinals = ['first', 'second', 'third', 'fourth'];
const SHORT_ORDINALS = ['1st', '2nd', '3rd', '4th'];

/** What is said while a game is played: consent, time, presence, places. */
export const play = {
  takeBack: 'Take back',
  draw: 'Draw',
  resign: 'Resign',
  more: 'More',
  back: 'Back',
  pause: 'Pause',
  give: 'Give 15 s',
  abort: 'Abort',
  abortAsk: 'Abort the game?',
  talk: 'Talk',
  rematch: 'Rematch',
  toRematch: 'To the rematch',

  offer: {
    title: (offer: Offer, by: Side, you: boolean) => (you ? asked[offer] : `${side[by]} ${asks[offer]}`),
    agreed: (count: number, of: number) => `${count} of ${of} agree.`,
    missing: (sides: readonly Side[]) => `Waiting for ${sideList(sides)}.`,
    means: {
      draw: 'The game ends without a winner.',
      takeback: 'The last move is undone.',
      pause: 'The clocks stop for ten minutes at most.',
      resume: 'The clocks run again.',
      rematch: 'The same game, with the seats turned.',
    },
    accept: 'Accept',
    decline: 'Decline',
    withdraw: 'Withdraw',
  },
  paused: {
    title: 'Paused',
    until: (left: string) => `Goes on by itself in ${left}.`,
    resume: 'Go on',
    word: 'paused',
  },
  away: {
    word: (since: string) => `away ${since}`,
    title: (who: Side) => `${side[who]} is away`,
    since: (gone: string) => `Gone for ${gone}. You may end the wait.`,
    claim: (who: Side) => `Claim: ${side[who]} has left`,
  },
  firstMove: (left: string) => `first move in ${left}`,
  watching: (count: number) => `Watching ${count}`,
  watchers: (count: number, names: readonly string[]) => {
    const more = count - names.length;
    return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
  },
  out: { taken: 'out: taken', resignation: 'out: resigned', time: 'out: time', left: 'out: left' },
  place: (n: number) => `${SHORT_ORDINALS[n - 1] ?? n} place`,
  placeLong: (n: number, sides: readonly Side[]) => `${capital(ordinals[n - 1] ?? String(n))}: ${sideList(sides)}`,
  ordinal: (n: number) => SHORT_ORDINALS[n - 1] ?? String(n),
  places: 'Places',
  undone: 'undone',
  closed: {
    host: { title: 'Table closed', why: 'Its host closed it before the game began.' },
    abort: { title: 'Game aborted', why: 'It was called off before it counted for anybody.' },
    'host-gone': { title: 'Table closed', why: 'Its host was gone for some minutes before the game began.' },
    'no-show': { title: 'Nobody came', why: 'A first move was not made in time. The game counts for nobody.' },
  },
  queued: {
    target: 'queued move',
    from: (to: string) => `queued to ${to}`,
    heading: (from: string, to: string) => `Queued: ${from} to ${to}`,
    how: 'Played when your turn comes. Esc or a click on the piece cancels it.',
    dropped: (from: string, to: string) => `Your queued move ${from} to ${to} was no longer possible.`,
  },

  /** Events in sentences, by their type: for those who hear the page, and beside the talk. */
  event: {
    offered: (d: { offer: Offer; side: Side }) => `${side[d.side]} ${asks[d.offer]}.`,
    agreed: (d: { offer: Offer; side: Side }) => `${side[d.side]} ${agreed[d.offer]}.`,
    withdrawn: (d: { offer: Offer; side: Side }) => `${side[d.side]} takes the ${failed[d.offer]} back.`,
    refused: (d: { offer: Offer; side: Side }) => `${side[d.side]} declines the ${failed[d.offer]}.`,
    undone: (d: { ply: number }) => `The game stands again before move ${d.ply}.`,
    paused: 'The game is paused.',
    resumed: 'The game goes on.',
    'time-given': (d: { side: Side; ms: number }) => `${side[d.side]} gives the others ${d.ms / 1000} seconds.`,
    out: (d: { side: Side; by: keyof typeof howOut }) => `${side[d.side]} ${howOut[d.by]}.`,
    started: 'The game begins.',
    ended: 'The game is over.',
    rematched: 'The rematch begins.',
  },
};

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
