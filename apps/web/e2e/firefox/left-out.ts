/** The files of end-to-end tests that do not run in Firefox, by reason. All others run. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  "uses Chromium's protocol: touches, a throttled processor, bytes on the wire": [
    'first-visit.spec.ts',
    'keys-and-hints.spec.ts',
    'local-actions.thorough.spec.ts',
    'ways-to-move.spec.ts',
    'weight.thorough.spec.ts',
  ],
  'measures layout shifts, which Firefox does not report': [
    'board-changes.spec.ts',
    'layout-shifts.thorough.spec.ts',
    'stopping-server.thorough.spec.ts',
  ],
  'tests the server, which is the same for all browsers': [
    'api-links.thorough.spec.ts',
    'documents.spec.ts',
    'killed-around-moves.thorough.spec.ts',
    'killed-server.thorough.spec.ts',
    'page-process.spec.ts',
    'page-process.thorough.spec.ts',
    'pages-server.thorough.spec.ts',
  ],
  'waits for a download, which Playwright does not report of Firefox': [
    'accounts.spec.ts',
    'analysis.spec.ts',
    'local.spec.ts',
    'people.spec.ts',
    'share.spec.ts',
  ],
};

/** Single tests that do not run in Firefox, by reason and file. */
export const LEFT_OUT_TESTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'phones with Firefox do not vibrate': {
    'app.thorough.spec.ts': [
      'in a game with a clock the screen stays on until its end, and a phone vibrates when its turn comes',
    ],
  },
  'compares the text of an error or the body of a report, which Playwright does not report for Firefox': {
    'failing-parts.spec.ts': [
      'a part that fails is replaced by a message, the rest of the page works, and the server receives the error',
      'an error of an event handler is reported once, shown with its reference, and dropped without a connection',
      'a part that fails during hydration shows the error page',
    ],
  },
  'Firefox reports no start of a service worker': {
    'followed-link.spec.ts': [
      'a visitor with an active service worker who follows a link of another site stays the same player',
    ],
  },
  'a sound does not start in Firefox on a machine without a sound device; not tried with one': {
    'lobby.spec.ts': ['an invitation during a game on one device plays a sound if the browser allows it'],
    'settings.spec.ts': ['a changed setting applies immediately, and the server renders the next page with it'],
  },
  'reads the frames of sockets, which Playwright does not report for Firefox': {
    'lobby.spec.ts': ['a hidden page does not load the list of online players until it is shown again'],
  },
  'leaves a page that still loads, which Playwright takes for an error in Firefox': {
    'settings.spec.ts': [
      'an account keeps its settings across pages and devices, and the page confirms them only once stored',
    ],
    'inbox.spec.ts': [
      'every page shows how many games wait for the move in its header, title and icon, and updates them',
    ],
  },
  'draws with WebGL, which Firefox lacks without a graphics card': {
    'own-captures.spec.ts': [
      'a capture of an own piece is sent after a second, and Enter twice acts like two clicks, also in 3D',
    ],
    'board-3d.thorough.spec.ts': [
      'the 3D board accepts clicks, drags and keys, and rotates without selecting',
      'the board is flat while the WebGL context is lost, and in 3D again with the moves played meanwhile',
    ],
  },
  'needs the service worker, which Playwright neither knows nor takes offline in Firefox': {
    'app.thorough.spec.ts': ['the offline page lists the games of a player who has only opened one of them'],
    'offline-boards.spec.ts': [
      'offline, the editor and the engine open with the position in the address, once any page was visited',
    ],
    'offline-play.thorough.spec.ts': [
      'after one visit, games against a person and a computer, lessons and reloads work offline',
    ],
    'push.spec.ts': [
      'a phone that has left the page is notified of its turn, and a tap leads to the move and then to the next game',
      'a message about the game on the screen is not left among the notifications',
    ],
  },
  'fills a number, which Playwright adds to the old one in Firefox': {
    'vacation.spec.ts': [
      'a vacation begins in the settings, is visible to opponents and on the profile, and ends there',
    ],
  },
};
