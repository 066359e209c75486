import type { Plugin } from 'vite';

/**
 * Leaves the transports that the site never uses out of what browsers load of engine.io: its table of them names all, so
 * no bundler can tell that two are for nothing.
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
