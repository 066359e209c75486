import { readdirSync, readFileSync } from 'node:fs';
import { compile } from 'svelte/compiler';
import type { Plugin } from 'vite';

/** What code imports: see `src/lib/preview/drawing-styles.d.ts`. */
const NAME = 'virtual:drawing-styles';
const LIB = new URL('src/lib/', import.meta.url);

/** Themes first: a component may say otherwise. */
const SHEETS = ['ui/tokens.css', 'board/themes.css'].map((name) => new URL(name, LIB).pathname);

/**
 * The style sheets a drawn board needs, as one text for code: those of the components of `lib/board`, with the class names
 * that these are compiled to, and the themes. A page has them from the build; a picture made by the server has no other way.
 */
export const drawingStyles = (): Plugin => ({
  name: 'drawing-styles',
  resolveId: { filter: { id: new RegExp(`^${NAME}$`) }, handler: () => `\0${NAME}` },
  load: {
    filter: { id: new RegExp(`^\0${NAME}$`) },
    handler() {
      const folder = new URL('board/', LIB).pathname;
      const components = readdirSync(folder)
        .filter((name) => name.endsWith('.svelte'))
        .map((name) => `${folder}${name}`);
      for (const file of [...SHEETS, ...components]) this.addWatchFile(file);
      const sheets = SHEETS.map((file) => readFileSync(file, 'utf8'));
      const compiled = components.map(
        (filename) =>
          compile(readFileSync(filename, 'utf8'), { filename, generate: 'server', css: 'external' }).css?.code ?? '',
      );
      return `export default ${JSON.stringify([...sheets, ...compiled].join('\n'))}`;
    },
  },
});
