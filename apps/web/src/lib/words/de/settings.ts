import type { Board, Preferences } from '@terrace/protocol';

const boards: Record<Board, string> = { plaster: 'Gips', paddy: 'Reisfeld', slate: 'Schiefer', dusk: 'Dämmerung' };
const themes: Record<Preferences['theme'], string> = { system: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' };
const views: Record<Preferences['view'], string> = { flat: 'Flach', solid: 'Räumlich' };
const coordinates: Record<Preferences['coordinates'], string> = { outside: 'Außen', inside: 'Innen', off: 'Aus' };
const inputs: Record<Preferences['input'], string> = { both: 'Beides', click: 'Klicken', drag: 'Ziehen' };
const confirms: Record<Preferences['confirm'], string> = { never: 'Nie', days: 'Nur nach Tagen', always: 'Immer' };

/** How a player wants pages and boards to be. */
export const settings = {
  title: 'Einstellungen',
  about: 'Was du hier änderst, gilt sofort, auf jedem Brett und jeder Seite.',
  saved: 'Gesichert',
  onDeviceOnly: 'Nur auf diesem Gerät gesichert: der Server hat nicht geantwortet.',
  sections: 'Abschnitte',
  on: 'An',
  off: 'Aus',

  board: {
    title: 'Brett',
    theme: 'Seite',
    themes,
    boardOnLight: 'Brett auf hellen Seiten',
    boardOnDark: 'Brett auf dunklen Seiten',
    boards,
    view: 'Ansicht',
    views,
    coordinates: 'Koordinaten',
    choices: coordinates,
    coordinatesHint: 'Außen nur, wo Platz dafür ist; nicht auf dem Telefon.',
    numerals: 'Zahlen der Stufen',
    numeralsHint: 'Jedes Feld sagt, wie hoch es liegt.',
    zen: 'Stille Partien',
    zenHint: 'Eine Partie zeigt Brett, Uhren und Züge, sonst nichts.',
    preview: 'Ein Brett zum Ausprobieren',
  },
  pieces: {
    title: 'Figuren und Zeichen',
    sizeLetters: 'Buchstaben der Größen',
    sizeLettersHint: 'Jede Figur trägt ihre Größe, A bis D.',
    targets: 'Wohin eine Figur ziehen kann',
    lastMove: 'Der letzte Zug',
    way: 'Der Weg jedes T',
    wayHint: 'Der kürzeste Weg jedes T zu seinem Ziel.',
    animation: 'Figuren wandern',
    animationHint: 'Sonst steht eine Figur sofort auf ihrem Feld.',
  },
  play: {
    title: 'Uhr und Züge',
    input: 'Klicken oder ziehen',
    inputs,
    confirm: 'Züge bestätigen',
    confirms,
    confirmHint: 'Ein Zug geht erst nach einem zweiten Klick hinaus. Das merkt sich jedes Gerät für sich.',
    lowTimeWarning: 'Vor knapper Zeit warnen',
    lowTimeWarningHint: 'In den letzten zwanzig Sekunden fällt deine Uhr auf.',
    tenths: 'Zehntel der letzten Sekunden',
    talk: 'Gespräch',
    talkHint: 'Sonst zeigen Partien nichts von dem, was gesagt wird.',
  },
  sound: {
    title: 'Ton',
    volume: 'Lautstärke',
    volumeOf: (percent: number) => `${percent} von 100`,
    silent: 'Stumm',
    soundMove: 'Züge',
    soundTake: 'Schlagen',
    soundCall: 'Terrace und Terrace-Matt',
    soundLowTime: 'Knappe Zeit',
    soundEnd: 'Dein Zug, Beginn und Ende',
    soundTalk: 'Gespräch und Einladungen',
    hear: (what: string) => `Anhören: ${what}`,
  },
  language: {
    title: 'Sprache',
    label: 'Sprache der Seiten',
    browser: 'Wie der Browser',
    hint: 'Dafür wird die Seite neu geladen.',
  },
  notices: {
    title: 'Hinweise',
    about: 'Der Browser meldet sich, während diese Seite im Hintergrund ist. Das merkt sich jedes Gerät für sich.',
    noticeTurn: 'Ich bin am Zug',
    noticeInvitation: 'Ein Platz wird für mich freigehalten',
    noticeBegun: 'Eine Partie von mir beginnt',
    refused: 'Dieser Browser erlaubt keine. Erlaube dieser Seite Mitteilungen und schalte sie dann hier ein.',
    missing: 'Dieser Browser hat keine.',
    turn: (game: string) => `Du bist am Zug: ${game}`,
    begun: (game: string) => `Deine Partie beginnt: ${game}`,
    invitation: (host: string) =>
      host === '' ? 'Ein Platz wird für dich freigehalten.' : `${host} hält dir einen Platz frei.`,
    badge: 'Dein Zug',
  },
  account: 'Konto',
};
