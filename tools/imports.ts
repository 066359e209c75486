/**
 * Checks the rules of .dependency-cruiser.mjs, the layers, cycles of folders, that packages import only their own
 * dependencies, and whether docs/architecture.md is up to date, with one pass over the code.
 */
import { readFile } from 'node:fs/promises';
import { architectureFile, drawArchitecture, readImports } from './architecture.ts';
import { cycles, forbiddenImports, formatCycle, formatImport } from './folder-imports.ts';
import { printHelpIfAsked } from './help.ts';
import { areas } from './layers.ts';

printHelpIfAsked(
  'node tools/imports.ts: checks import rules, layers, cycles of folders, dependencies of packages and docs/architecture.md.',
);

const imports = await readImports();
const complaints = [
  ...imports.foreign.map((each) => `not a dependency of the importing package: ${each}`),
  ...imports.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...(['packages', 'server', 'web'] as const).flatMap((name) => [
    ...cycles(imports.of[name]).map((cycle) => `a cycle: ${formatCycle(cycle)}`),
    ...forbiddenImports(areas[name], imports.of[name]).map(
      (each) => `not in its layer's imports: ${formatImport(each)}`,
    ),
  ]),
];
if ((await readFile(architectureFile, 'utf8')) !== drawArchitecture(imports)) {
  complaints.push('docs/architecture.md shows other imports: pnpm architecture draws it');
}
for (const complaint of complaints) console.log(complaint);
if (complaints.length > 0) process.exitCode = 1;
