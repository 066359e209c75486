import type { Plugin } from 'vite';

/** Removes unused transports of engine.io. Its table references all of them, so bundlers cannot tree-shake them. */
export const onlyWebsockets = (): Plugin => ({
  name: 'only-websockets',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /\/engine\.io-client\/build\/esm\/transports\/index\.js$/ },
    handler: () => `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };\n`,
  },
});
