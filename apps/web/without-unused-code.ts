import type { Plugin } from 'vite';

/**
 * Kit serializes the state of history entries and snapshots with `devalue`. Pages have no snapshots, and all their
 * states are empty, so all of its code would only ever write `[{}]`.
 */
const EMPTY_STATES_ONLY = `
export function stringify(value) {
  if (JSON.stringify(value) !== '{}') throw new Error('history entries have no state: see without-unused-code.ts');
  return '[{}]';
}
export const stringifyAsync = async (value) => stringify(value);
`;

/** Removes code of libraries that pages never run and that bundlers cannot recognise as unused. */
export const withoutUnusedCode = (): Plugin => ({
  name: 'without-unused-code',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: {
      id: [/\/engine\.io-client\/build\/esm\/transports\/index\.js$/, /\/devalue\/src\/(?:uneval|stringify)\.js$/],
    },
    handler: (id) => {
      if (id.endsWith('/stringify.js')) return EMPTY_STATES_ONLY;
      return id.includes('/devalue/')
        ? `export const uneval = () => { throw new Error('only the server writes data as scripts'); };\n`
        : `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };\n`;
    },
  },
  transform: {
    filter: { id: /\/engine\.io-client\/build\/esm\/transports\/polling/ },
    handler: (code) => ({ code, moduleSideEffects: false }),
  },
});
