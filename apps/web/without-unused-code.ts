import type { Plugin } from 'vite';

/**
 * Kit serializes the state of history entries and snapshots with `devalue`. Pages have no snapshots, and their states
 * are flags that are set or missing, so most of its code would never run.
 */
const FLAGS_ONLY = `
export function stringify(value) {
  const flags = Object.entries(value);
  if (!flags.every(([, isSet]) => isSet === true)) throw new Error('states are flags: see without-unused-code.ts');
  return JSON.stringify([Object.fromEntries(flags.map(([name]) => [name, 1])), ...(flags.length > 0 ? [true] : [])]);
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
      if (id.endsWith('/stringify.js')) return FLAGS_ONLY;
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
