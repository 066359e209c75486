import type { Plugin } from 'vite';

/** What Kit makes of a page's `+page.ts`. */
const NAMESPACE = /import \* as universal from (".*?");\s*export \{ universal \};/;

/**
 * Names what a page's `+page.ts` exports, instead of taking all of it as a namespace: for that the bundler would send every
 * visitor a file of its own helpers.
 */
export const loadFunctions = (): Plugin => ({
  name: 'load-functions',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/client-optimized\/nodes\/\d+\.js$/ },
    async handler(code, id) {
      const [namespace, from] = NAMESPACE.exec(code) ?? [];
      if (namespace === undefined || from === undefined) return undefined;
      const module = await this.resolve(String(JSON.parse(from)), id);
      if (module === null) return undefined;
      const names = (await this.load(module)).exports.join(', ');
      return {
        code: code.replace(namespace, `import { ${names} } from ${from};\nexport const universal = { ${names} };`),
        map: null,
      };
    },
  },
});
