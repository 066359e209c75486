/** Live games to look at, and who is here. */
export const live = {
  title: 'Live now',
  all: (count: number) => (count === 1 ? 'Watch it' : `All ${count} games`),
  players: (names: readonly string[]) => names.join(' – '),
  facts: (setup: string, time: string) => `${setup} · ${time}`,
  factsOfMany: (time: string, ply: number) => `${time} · move ${ply}`,
  board: (title: string, facts: string) => `${title}, ${facts}, live board`,
  toMove: 'to move',
  featured: 'A game going on now',
  watchTitle: 'Watch',
  watchAbout: 'Games that go on now, best first: by ratings, then by how many watch.',
  watching: (count: number) => (count === 1 ? '1 watching' : `${count} watching`),
  two: 'Two seats',
  more: 'Three and four seats',
  others: 'More games',
  shown: (shown: number, count: number) => (shown < count ? `The best ${shown} of ${count}` : ''),
  seats: 'Seats',
  seatChoices: { any: 'Any', two: 'Two', three: 'Three', four: 'Four' },
  speed: 'Speed',
  speeds: {
    any: 'Any speed',
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Rapid',
    classical: 'Classical',
    days: 'By days',
  },
  none: 'No game of this kind goes on now.',
  noneAtAll: 'No game goes on now. Begin one, and others can watch it here.',
  play: 'Play a game',
};

export const online = {
  count: (count: number) => (count === 1 ? '1 person online' : `${count} people online`),
  title: 'Who is online',
  show: 'Show names',
  hide: 'Hide names',
  search: 'Search by name',
  challenge: 'Challenge',
  challengeWhom: (name: string) => `Challenge ${name}`,
  playing: 'playing',
  you: 'you',
  none: 'Nobody here has such a name.',
  more: (shown: number, count: number) => `${shown} of ${count}. Search to find others.`,
};

export const pairing = {
  looking: (what: string) => `Looking for ${what}`,
  partners: (seats: number) => (seats === 2 ? 'an opponent' : `${seats - 1} others`),
  waited: (time: string) => `${time} so far`,
  alone: 'Nobody else waits for this yet.',
  others: (count: number) => (count === 1 ? 'One more waits for this.' : `${count} more wait for this.`),
  cancel: 'Cancel',
  long: 'Nobody has come yet. You can keep waiting here, or:',
  openTable: 'Open a table',
  openHint: 'It shows up in everybody’s lobby.',
  instead: (what: string, waiting: number) => `${what}: ${waiting} waiting`,
  rated: 'Rated',
  ratings: { casual: 'Casual', rated: 'Rated' },
};

export const invitations = {
  label: 'Invitation',
  told: (host: string, what: string) => `${host} challenges you: ${what}`,
  accept: 'Accept',
  decline: 'Decline',
  later: 'Later',
  gone: 'That table is not there any more.',
  until: (time: string) => `answer within ${time}`,
};

export const bar = 'Most used pages';
