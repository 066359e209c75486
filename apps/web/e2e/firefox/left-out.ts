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
  'reads the body of a report, which Playwright does not know of Firefox': {
    'failing-parts.spec.ts': [
      'a part that fails is replaced by a message, the rest of the page works, and the server receives the error',
      'an error of an event handler is reported once, shown with its reference, and dropped without a connection',
    ],
  },
  'Firefox reports no start of a service worker': {
    'followed-link.spec.ts': [
      'a visitor with an active service worker who follows a link of another site stays the same player',
    ],
  },
};
