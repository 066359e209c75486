import type { Plugin } from 'vite';

/** Removes code of libraries that pages never run and that bundlers cannot recognise as unused. */
export const withoutUnusedCode = (): Plugin => ({
  name: 'without-unused-code',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: {
      id: [/\/engine\.io-client\/build\/esm\/transports\/index\.js$/, /\/devalue\/src\/uneval\.js$/],
    },
    handler: (id) =>
      id.includes('/devalue/')
        ? `export const uneval = () => { throw new Error('only the server writes data as scripts'); };\n`
        : `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };\n`,
  },
  transform: {
    filter: { id: /\/engine\.io-client\/build\/esm\/transports\/polling/ },
    handler: (code) => ({ code, moduleSideEffects: false }),
  },
});
