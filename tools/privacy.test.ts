import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './run.ts';

const Catalogue = z.object({
  privacy: z.object({ sections: z.array(z.object({ title: z.string(), texts: z.array(z.string()) })) }),
});

/** Where cookies are named, and how. */
const SOURCES = {
  'apps/server/src/http/actor.ts': /^const [A-Z]+ = '(terrace_\w+)';$/gm,
  'packages/protocol/src/preferences.ts': /^export const \w+_COOKIE = '(terrace_\w+)';$/gm,
  'deploy/Caddyfile': /\blb_policy cookie (\w+)/g,
  'deploy/Caddyfile.static': /\blb_policy cookie (\w+)/g,
  'deploy/Caddyfile.parts': /\blb_policy cookie (\w+)/g,
};

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

test.each(['en', 'de'])(
  'the page about privacy names each cookie of the servers and the proxy: %s',
  async (language) => {
    const catalogue = Catalogue.parse(JSON.parse(await read(`packages/messages/catalogues/${language}.json`)));
    const [cookies] = catalogue.privacy.sections.filter(({ title }) => title === 'Cookies');
    const named = new Set(cookies?.texts.join(' ').match(/terrace_\w+/g));
    for (const [path, pattern] of Object.entries(SOURCES)) {
      const names = [...(await read(path)).matchAll(pattern)].map(([, name]) => name);
      expect(names, path).not.toEqual([]);
      expect(
        names.filter((name) => name !== undefined && !named.has(name)),
        path,
      ).toEqual([]);
    }
  },
);
