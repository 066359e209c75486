/** The tools round the board of a game. */
export const tools = {
  label: 'Brett',
  menu: 'Brett und Partie',
  turn: 'Drehen',
  flip: 'Spiegeln',
  numerals: 'Stufen',
  way: 'Wege',
  share: 'Teilen',
  zen: 'Zen',
  leaveZen: 'Alles zeigen',
  keys: 'Tasten',
  clocks: 'Uhren',
  turnLong: 'Das Brett um ein Viertel drehen',
  flipLong: 'Das Brett spiegeln',
  numeralsLong: 'Die Stufen als Zahlen zeigen',
  wayLong: 'Den kürzesten Weg jedes T zeigen',
  shareLong: 'Diese Partie teilen',
  zenLong: 'Nur Brett, Uhren und Knöpfe',
  keysLong: 'Tasten für das Brett',
  clocksLong: 'Die Uhr nach jedem Zug zeigen',
  close: 'Schließen',
};

export const typed = {
  writing: (written: string) => `${written}: Enter spielt es, Esc vergisst es.`,
  noPiece: (square: string) => `Keine deiner Figuren kann gerade von ${square} ziehen.`,
  confirm: (from: string, to: string) => `${from} nach ${to} spielen?`,
};

export const replay = {
  label: 'Nachspielen',
  slider: 'Stellung',
  play: 'Die Züge abspielen',
  stop: 'Anhalten',
  pace: 'Tempo',
  paces: (pace: number | 'played') => (pace === 'played' ? 'wie gespielt' : `${pace / 1000} s je Zug`),
  ratings: 'Wertungen',
  change: (by: number) => (by < 0 ? `−${-by}` : `+${by}`),
  clock: (left: string, took: string | undefined) =>
    took === undefined ? `noch ${left}` : `noch ${left}, ${took} überlegt`,
};

/** The keyboard's help: keys by what they do. */
export const keys = {
  title: 'Tasten',
  close: 'Schließen',
  or: 'oder',
  list: [
    { keys: ['←', '→'], does: 'einen Zug zurück, einen weiter' },
    { keys: ['Home', 'End'], does: 'der Anfang, die letzte Stellung' },
    { keys: ['PgUp', 'PgDn'], does: 'zehn Züge zurück, zehn weiter' },
    { keys: ['Space'], does: 'spielt die Züge ab, oder hält an' },
    { keys: ['Tab'], does: 'zum Brett; Pfeile wandern, Enter wählt' },
    { keys: ['b2c3', 'Enter'], does: 'spielt einen Zug nach seinen Feldern' },
    { keys: ['Esc'], does: 'vergisst, was begonnen war' },
    { keys: ['R', 'Shift R'], does: 'dreht das Brett' },
    { keys: ['M'], does: 'spiegelt es' },
    { keys: ['N'], does: 'Stufen als Zahlen' },
    { keys: ['W'], does: 'der kürzeste Weg jedes T' },
    { keys: ['S'], does: 'teilt die Partie' },
    { keys: ['Z'], does: 'nur Brett, Uhren und Knöpfe' },
    { keys: ['/'], does: 'die Befehlszeile' },
    { keys: ['?'], does: 'diese Liste' },
  ],
};

export const share = {
  title: 'Teilen',
  close: 'Schließen',
  event: 'Eine Partie Terrace',
  link: 'Link zur Partie',
  linkHere: (ply: number) => `Link zur Stellung nach Zug ${ply}`,
  linkStart: 'Link zum Anfang',
  position: 'Stellung als Text',
  copy: 'Kopieren',
  copyWhat: (what: string) => `Kopieren: ${what}`,
  copied: 'Kopiert.',
  animation: 'Die Animation entsteht',
  save: (kind: string) => `Sichern: ${kind}`,
  failed: 'Dieser Browser konnte es nicht zeichnen. Versuche einen anderen.',
  kinds: { record: 'Aufzeichnung (.gam)', picture: 'Bild (PNG)', animation: 'Animation (GIF)' },
};
