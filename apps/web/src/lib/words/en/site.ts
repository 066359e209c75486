/** What stands on every page, and on the one for what went wrong. */
export const site = {
  brand: 'Terrace',
  tagline: 'Terrace, the board game of heights, played live',
  connection: { offline: 'Offline', connecting: 'Reconnecting…', away: 'The server does not answer. Trying again.' },
  theme: { toLight: 'Switch to light', toDark: 'Switch to dark' },
  lobbyLink: 'Terrace, to the lobby',
  pages: {
    main: 'Main',
    menu: 'Menu',
    play: 'Play',
    watch: 'Watch',
    learn: 'Learn',
    analysis: 'Analysis',
    editor: 'Editor',
    local: 'One screen',
    leaderboard: 'Leaderboard',
    archive: 'Archive',
  },
  guestName: (name: string) => `You play as ${name}`,
  errors: {
    server: 'The server could not answer. Try again in a moment.',
    lost: 'The server did not answer. Trying again.',
    offline: 'There is no connection to the server. Playing at one screen and learning work without one.',
    notFound: 'There is no page here.',
    toLobby: 'To the lobby',
  },
};
