import { expect, test } from 'vitest';
import { cycles, folderImports, forbiddenImports, formatCycle, type Module } from './folder-imports.ts';
import { areas } from './layers.ts';

const file = (source: string, ...imported: string[]): Module => ({
  source,
  dependencies: imported.map((resolved) => ({ resolved })),
});
const lib = 'apps/web/src/lib';

test('a cycle of folders is found although the files import each other without a cycle', () => {
  const imports = folderImports(areas.web, [
    file(`${lib}/ui/Header.svelte`, `${lib}/lobby/search.ts`),
    file(`${lib}/lobby/search.ts`, `${lib}/net/connection.ts`),
    file(`${lib}/net/api.ts`, `${lib}/ui/Toast.svelte`, `${lib}/device/storage.ts`),
    file(`${lib}/lobby/Lobby.svelte`, `${lib}/net/api.ts`, `${lib}/lobby/search.ts`),
  ]);
  expect(cycles(imports).map(formatCycle)).toEqual([
    `ui → lobby → net → ui
    ${lib}/ui/Header.svelte → ${lib}/lobby/search.ts
    ${lib}/lobby/search.ts → ${lib}/net/connection.ts
    ${lib}/net/api.ts → ${lib}/ui/Toast.svelte`,
  ]);
});

test('each cycle is listed once, the shortest first', () => {
  const imports = folderImports(areas.web, [
    file(`${lib}/a/1.ts`, `${lib}/b/1.ts`),
    file(`${lib}/b/1.ts`, `${lib}/c/1.ts`),
    file(`${lib}/c/1.ts`, `${lib}/a/1.ts`, `${lib}/d/1.ts`),
    file(`${lib}/d/1.ts`, `${lib}/c/2.ts`),
  ]);
  expect(cycles(imports).map((cycle) => cycle.map(({ from }) => from).join(''))).toEqual(['cd', 'abc']);
});

test('imports of packages include tests and dependencies, and imports of a server exclude tests', () => {
  const modules = [
    file('packages/rules/src/text.test.ts', 'packages/messages/src/index.ts'),
    file('packages/messages/package.json', 'packages/rules/package.json'),
    file('apps/server/src/store/games.test.ts', 'apps/server/src/http/route.ts'),
    file('apps/server/src/http/route.ts', 'apps/server/src/store/games.ts'),
  ];
  expect(cycles(folderImports(areas.packages, modules))).toHaveLength(1);
  expect(cycles(folderImports(areas.server, modules))).toEqual([]);
});

test('an import against the layers is found', () => {
  const imports = folderImports(areas.web, [
    file(`${lib}/board/Board.svelte`, `${lib}/ui/Icon.svelte`, `${lib}/net/api.ts`),
    file(`${lib}/net/api.ts`, `${lib}/board/geometry.ts`),
  ]);
  expect(forbiddenImports(areas.web, imports).map(({ from, to }) => `${from} → ${to}`)).toEqual(['board → net']);
});
