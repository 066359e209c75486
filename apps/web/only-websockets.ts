import type { Plugin } from 'vite';

/**
 * Removes unused transports of engine.io from browser bundles. Its table references all transports, so bundlers cannot
 * tree-shake them.
 */
export const onlyWebsockets = (): Plugin => ({
  name: 'only-websockets',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /\/engine\.io-client\/build\/esm\/transports\/index\.js$/ },
    handler: () => `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };\n`,
  },
});
