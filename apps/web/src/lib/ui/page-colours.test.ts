import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const [, light = '', dark = ''] = /--page: light-dark\((\S+), (\S+)\);/.exec(read('src/lib/ui/tokens.css')) ?? [];

test('files that cannot read tokens.css use its page colours', () => {
  expect(read('src/app.html').match(/"#\w{6}"/g)).toEqual([`"${light}"`, `"${dark}"`]);
  expect(read('src/error.html')).toContain(`background: light-dark(${light}, ${dark})`);
  expect(read('../server/src/http/error-page.ts')).toContain(`background:light-dark(${light},${dark})`);
  expect(JSON.parse(read('static/manifest.webmanifest'))).toMatchObject({
    background_color: light,
    theme_color: light,
  });
});
