/** Live games to look at, and who is here. */
export const live = {
  title: 'Jetzt live',
  all: (count: number) => (count === 1 ? 'Zusehen' : `Alle ${count} Partien`),
  players: (names: readonly string[]) => names.join(' – '),
  facts: (setup: string, time: string) => `${setup} · ${time}`,
  factsOfMany: (time: string, ply: number) => `${time} · Zug ${ply}`,
  board: (title: string, facts: string) => `${title}, ${facts}, Brett live`,
  toMove: 'am Zug',
  featured: 'Eine Partie, die gerade läuft',
  watchTitle: 'Zuschauen',
  watchAbout: 'Partien, die gerade laufen, die besten zuerst: nach Wertung, dann nach Zuschauern.',
  watching: (count: number) => (count === 1 ? '1 sieht zu' : `${count} sehen zu`),
  two: 'Zwei Plätze',
  more: 'Drei und vier Plätze',
  others: 'Weitere Partien',
  shown: (shown: number, count: number) => (shown < count ? `Die besten ${shown} von ${count}` : ''),
  seats: 'Plätze',
  seatChoices: { any: 'Egal', two: 'Zwei', three: 'Drei', four: 'Vier' },
  speed: 'Tempo',
  speeds: {
    any: 'Jedes Tempo',
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Schnell',
    classical: 'Klassisch',
    days: 'Nach Tagen',
  },
  none: 'Gerade läuft keine Partie dieser Art.',
  noneAtAll: 'Gerade läuft keine Partie. Beginne eine, und andere können hier zusehen.',
  play: 'Eine Partie spielen',
};

export const online = {
  count: (count: number) => (count === 1 ? '1 Mensch online' : `${count} Menschen online`),
  title: 'Wer online ist',
  show: 'Namen zeigen',
  hide: 'Namen verbergen',
  search: 'Nach Namen suchen',
  challenge: 'Herausfordern',
  challengeWhom: (name: string) => `${name} herausfordern`,
  playing: 'spielt',
  you: 'du',
  none: 'Niemand hier heißt so.',
  more: (shown: number, count: number) => `${shown} von ${count}. Suche, um andere zu finden.`,
};

export const pairing = {
  looking: (what: string) => `Gesucht: ${what}`,
  partners: (seats: number) => (seats === 2 ? 'jemand zum Spielen' : `${seats - 1} andere`),
  waited: (time: string) => `${time} bisher`,
  alone: 'Noch wartet sonst niemand darauf.',
  others: (count: number) => (count === 1 ? 'Noch jemand wartet darauf.' : `${count} weitere warten darauf.`),
  cancel: 'Abbrechen',
  long: 'Noch ist niemand gekommen. Du kannst hier weiter warten, oder:',
  openTable: 'Einen Tisch aufmachen',
  openHint: 'Alle sehen ihn in ihrer Lobby.',
  instead: (what: string, waiting: number) => `${what}: ${waiting} warten`,
  rated: 'Wertung',
  ratings: { casual: 'Ungewertet', rated: 'Gewertet' },
};

export const invitations = {
  label: 'Einladung',
  told: (host: string, what: string) => `${host} fordert dich heraus: ${what}`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  later: 'Später',
  gone: 'Diesen Tisch gibt es nicht mehr.',
  until: (time: string) => `Antwort binnen ${time}`,
};

export const bar = 'Meistbesuchte Seiten';
