import type { Area, Layer } from './layers.ts';

export type Module = { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] };

/** An import between two folders, with the first pair of files. */
export type FolderImport = {
  readonly from: string;
  readonly to: string;
  readonly files: { readonly from: string; readonly to: string };
};

/** The imports between the folders of an area, each pair of folders once. */
export function folderImports({ folder, except }: Area, modules: readonly Module[]): readonly FolderImport[] {
  const folderOf = (file: string) => (except?.test(file) ? undefined : folder.exec(file)?.[1]);
  const found = new Map<string, FolderImport>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (from === undefined || to === undefined || from === to || found.has(`${from} ${to}`)) continue;
      found.set(`${from} ${to}`, { from, to, files: { from: source, to: resolved } });
    }
  }
  return [...found.values()];
}

export function layerOf({ layers }: Area, folder: string): Layer {
  const found =
    layers.find(({ folders }) => folders.includes(folder)) ?? layers.find(({ folders }) => typeof folders === 'string');
  if (found === undefined) throw new Error(`no layer of tools/layers.ts has the folder ${folder}`);
  return found;
}

/** Imports that no layer allows. */
export const forbiddenImports = (area: Area, imports: readonly FolderImport[]): readonly FolderImport[] =>
  imports.filter(({ from, to }) => {
    const [above, below] = [layerOf(area, from), layerOf(area, to)];
    return above !== below && !above.imports.includes(below.name);
  });

/** The shortest cycle through each folder, without duplicates, the shortest first. */
export function cycles(imports: readonly FolderImport[]): readonly (readonly FolderImport[])[] {
  const found = new Map<string, readonly FolderImport[]>();
  for (const folder of new Set(imports.map(({ from }) => from))) {
    const cycle = shortestCycle(imports, folder);
    if (!cycle) continue;
    const names = cycle.map(({ from }) => from).sort();
    if (!found.has(names.join())) found.set(names.join(), cycle);
  }
  return [...found.values()].sort((one, other) => one.length - other.length);
}

/** The folders of a cycle, and below them the files of each import. */
export const formatCycle = (cycle: readonly FolderImport[]): string =>
  [[...cycle, ...cycle.slice(0, 1)].map(({ from }) => from).join(' → '), ...cycle.map(formatFiles)].join('\n');

export const formatImport = (each: FolderImport): string => `${each.from} → ${each.to}\n${formatFiles(each)}`;

const formatFiles = ({ files }: FolderImport): string => `    ${files.from} → ${files.to}`;

function shortestCycle(imports: readonly FolderImport[], start: string): readonly FolderImport[] | undefined {
  const reached = new Set<string>();
  const queue: { at: string; path: readonly FolderImport[] }[] = [{ at: start, path: [] }];
  for (const { at, path } of queue) {
    for (const next of imports.filter(({ from, to }) => from === at && !reached.has(to))) {
      if (next.to === start) return [...path, next];
      reached.add(next.to);
      queue.push({ at: next.to, path: [...path, next] });
    }
  }
  return undefined;
}
