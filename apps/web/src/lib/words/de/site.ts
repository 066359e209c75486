/** What stands on every page, and on the one for what went wrong. */
export const site = {
  brand: 'Terrace',
  tagline: 'Terrace, das Brettspiel der Höhen, live gespielt',
  connection: {
    offline: 'Offline',
    connecting: 'Verbindung wird wiederhergestellt…',
    away: 'Der Server antwortet nicht. Es wird weiter versucht.',
  },
  theme: { toLight: 'Zu hell wechseln', toDark: 'Zu dunkel wechseln' },
  lobbyLink: 'Terrace, zur Lobby',
  pages: {
    main: 'Hauptseiten',
    menu: 'Menü',
    play: 'Spielen',
    watch: 'Zuschauen',
    learn: 'Lernen',
    analysis: 'Analyse',
    editor: 'Editor',
    local: 'Ein Bildschirm',
    leaderboard: 'Rangliste',
    archive: 'Archiv',
  },
  guestName: (name: string) => `Du spielst als ${name}`,
  errors: {
    server: 'Der Server konnte nicht antworten. Versuche es gleich noch einmal.',
    lost: 'Der Server hat nicht geantwortet. Es wird weiter versucht.',
    offline: 'Es gibt keine Verbindung zum Server. An einem Bildschirm spielen und lernen geht auch ohne.',
    notFound: 'Hier ist keine Seite.',
    toLobby: 'Zur Lobby',
  },
};
