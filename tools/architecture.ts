/** `pnpm architecture`: draws docs/architecture.md from the imports there are. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printHelpIfAsked } from './help.ts';
import { root, run } from './run.ts';

export const architectureFile = join(root, 'docs/architecture.md');

/** Folders whose imports are checked and drawn. */
const folders = ['apps', 'packages', 'tools', 'bench', 'chaos', 'fuzz'];

/** Modules that the pictures leave out. */
const notDrawn = /^(tools|bench|chaos|fuzz)\/|\.test\.ts$|\/testing\/|\/tools\/|\/e2e\/|(^|\/)node_modules\//;

type Module = { source: string; dependencies: { resolved: string }[] };

/** What dependency-cruiser writes as JSON, as far as it is read here. */
type Cruise = {
  modules: Module[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
};

/** What each node imports. */
type Graph = Map<string, Set<string>>;

/** A part of a picture that a file belongs to; undefined for one outside of it. */
type PartOf = (file: string) => string | undefined;

const pictures: readonly { title: string; partOf: PartOf }[] = [
  { title: 'Packages and applications', partOf: (file) => /^(?:apps|packages)\/[^/]+/.exec(file)?.[0] },
  { title: 'The server', partOf: (file) => /^apps\/server\/src\/([^/]+?)(?:\.ts$|\/)/.exec(file)?.[1] },
  { title: 'The pages', partOf: (file) => /^apps\/web\/src\/(?:lib\/)?([^/]+)\//.exec(file)?.[1] },
];

/** Reads all imports, and those that break a rule of .dependency-cruiser.mjs. */
export async function readImports(): Promise<Cruise> {
  const { output } = await run(`depcruise --config .dependency-cruiser.mjs --output-type json ${folders.join(' ')}`);
  return JSON.parse(output);
}

/** The text of docs/architecture.md. */
export function drawArchitecture(modules: readonly Module[]): string {
  const drawn = pictures.map(({ title, partOf }) => {
    const graph: Graph = new Map();
    for (const { source, dependencies } of modules.filter((module) => !notDrawn.test(module.source))) {
      for (const { resolved } of dependencies.filter((each) => !notDrawn.test(each.resolved))) {
        add(graph, partOf(source), partOf(resolved));
      }
    }
    return `## ${title}\n\n${mermaid(reduced(graph))}\n`;
  });
  const head =
    'Drawn from the imports by `pnpm architecture`. An arrow leads to what is imported; arrows that follow from others are left out.';
  return `# Architecture\n\n${head}\n\n${drawn.join('\n')}`;
}

function add(graph: Graph, from: string | undefined, to: string | undefined): void {
  if (from === undefined || to === undefined || from === to) return;
  graph.set(from, (graph.get(from) ?? new Set()).add(to));
}

/** Without the arrows that a longer way makes superfluous; parts that import each other keep all of theirs. */
function reduced(graph: Graph): Graph {
  const reachable = new Map([...graph.keys()].map((node) => [node, reach(graph, node)]));
  const leads = (from: string, to: string): boolean => reachable.get(from)?.has(to) ?? false;
  return new Map(
    [...graph].map(([from, targets]) => {
      const needed = [...targets].filter(
        (to) =>
          leads(to, from) ||
          ![...targets].some((by) => by !== to && leads(by, to) && !leads(by, from) && !leads(to, by)),
      );
      return [from, new Set(needed)];
    }),
  );
}

function reach(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [start];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const next = [...(graph.get(at) ?? [])].filter((each) => !reached.has(each));
    for (const each of next) reached.add(each);
    queue.push(...next);
  }
  return reached;
}

function mermaid(graph: Graph): string {
  const arrows = [...graph].flatMap(([from, targets]) => [...targets].map((to) => `  ${node(from)} --> ${node(to)}`));
  return ['```mermaid', 'graph TD', ...arrows.sort(), '```'].join('\n');
}

const node = (name: string): string => `${name.replace(/\W/g, '_')}["${name}"]`;

if (process.argv[1] === import.meta.filename) {
  printHelpIfAsked('pnpm architecture: draws docs/architecture.md from the imports.');
  const { modules } = await readImports();
  await writeFile(architectureFile, drawArchitecture(modules));
}
