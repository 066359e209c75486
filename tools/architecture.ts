/** `pnpm architecture`: draws the layers of the code and their imports in docs/architecture.md. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FolderImport, folderImports, layerOf, type Module } from './folder-imports.ts';
import { printHelpIfAsked } from './help.ts';
import { type Area, areas, type Layer } from './layers.ts';
import { foreignImports, type Importer, type Manifest, readManifest } from './own-dependencies.ts';
import { root, run } from './run.ts';

export const architectureFile = join(root, 'docs/architecture.md');

const folders = ['apps', 'packages', 'tools', 'bench', 'chaos', 'fuzz'];

type Cruise = {
  modules: (Module & Importer)[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
};

/**
 * The imports between the folders of an area, the violations of .dependency-cruiser.mjs, and imports of packages that
 * the importing package does not depend on.
 */
export type Imports = {
  readonly of: Readonly<Record<keyof typeof areas, readonly FolderImport[]>>;
  readonly violations: Cruise['summary']['violations'];
  readonly foreign: readonly string[];
};

/** Reads all imports, and the dependencies of all packages. */
export async function readImports(): Promise<Imports> {
  const { output } = await run(`depcruise --config .dependency-cruiser.mjs --output-type json ${folders.join(' ')}`);
  const { modules, summary }: Cruise = JSON.parse(output);
  const { packages, server, web } = areas;
  const manifests = await readManifests();
  const of = {
    packages: folderImports(packages, [...modules, ...importsOf(manifests)]),
    server: folderImports(server, modules),
    web: folderImports(web, modules),
  };
  return { of, violations: summary.violations, foreign: foreignImports(modules, manifests) };
}

/** The manifests of the root and of all packages. */
const readManifests = (): Promise<Manifest[]> =>
  Promise.all(
    globSync(['package.json', '*/package.json', '{apps,packages}/*/package.json'], { cwd: root }).map(async (file) =>
      readManifest(file.replace(/\/?package\.json$/, ''), JSON.parse(await readFile(join(root, file), 'utf8'))),
    ),
  );

/** Every package.json as a module that imports the package.json files of its dependencies. */
const importsOf = (manifests: readonly Manifest[]): Module[] =>
  manifests.map(({ folder, dependencies, devDependencies }) => ({
    source: `${folder}/package.json`,
    dependencies: manifests
      .filter(({ name }) => [...dependencies, ...devDependencies].includes(name))
      .map((dependency) => ({ resolved: `${dependency.folder}/package.json` })),
  }));

/** The text of docs/architecture.md. */
export function drawArchitecture({ of }: Imports): string {
  const pictures = (['packages', 'server', 'web'] as const).map(
    (name) => `## ${areas[name].title}\n\n${draw(areas[name], of[name])}\n`,
  );
  const head =
    'Drawn from the imports by `pnpm architecture`; `tools/layers.ts` has the layers. An arrow leads to an imported layer; arrows that follow from others are left out.';
  return `# Architecture\n\n${head}\n\n${pictures.join('\n')}`;
}

function draw(area: Area, imports: readonly FolderImport[]): string {
  const contents = new Map<string, Set<string>>();
  const arrows = new Map<Layer, Set<Layer>>();
  for (const { from, to } of imports) {
    const [above, below] = [layerOf(area, from), layerOf(area, to)];
    contents.set(above.name, (contents.get(above.name) ?? new Set()).add(from));
    contents.set(below.name, (contents.get(below.name) ?? new Set()).add(to));
    if (above !== below) arrows.set(above, (arrows.get(above) ?? new Set()).add(below));
  }
  const isImplied = (from: Layer, to: Layer): boolean =>
    [...(arrows.get(from) ?? [])].some(
      (via) => area.layers.indexOf(from) < area.layers.indexOf(via) && (arrows.get(via)?.has(to) || isImplied(via, to)),
    );
  const drawn = area.layers.flatMap((from) =>
    [...(arrows.get(from) ?? [])]
      .filter((to) => !isImplied(from, to))
      .map((to) => `  ${id(from.name)} --> ${id(to.name)}`),
  );
  const nodes = area.layers.map(
    ({ name }) => `  ${id(name)}["${label(name, [...(contents.get(name) ?? [])].sort())}"]`,
  );
  return ['```mermaid', 'graph TD', ...nodes, ...drawn.sort(), '```'].join('\n');
}

const FOLDERS_PER_LINE = 6;

function label(name: string, names: readonly string[]): string {
  if (names.join() === name) return name;
  const lines = names.flatMap((_, at) =>
    at % FOLDERS_PER_LINE === 0 ? [names.slice(at, at + FOLDERS_PER_LINE).join(', ')] : [],
  );
  return [`<b>${name}</b>`, ...lines].join('<br>');
}

const id = (name: string): string => name.replace(/\W/g, '_');

if (process.argv[1] === import.meta.filename) {
  printHelpIfAsked('pnpm architecture: draws docs/architecture.md from the imports.');
  await writeFile(architectureFile, drawArchitecture(await readImports()));
}
