/**
 * Checks the import borders of .dependency-cruiser.mjs and that docs/architecture.md shows the imports as they are, by
 * reading the code once.
 */
import { readFile } from 'node:fs/promises';
import { architectureFile, drawArchitecture, readImports } from './architecture.ts';
import { printHelpIfAsked } from './help.ts';

printHelpIfAsked('node tools/imports.ts: checks the import borders and docs/architecture.md.');

const { modules, summary } = await readImports();
const complaints = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
if ((await readFile(architectureFile, 'utf8')) !== drawArchitecture(modules)) {
  complaints.push('docs/architecture.md shows other imports: pnpm architecture draws it');
}
for (const complaint of complaints) console.log(complaint);
if (complaints.length > 0) process.exitCode = 1;
