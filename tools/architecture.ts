/** `pnpm architecture`: draws docs/architecture.md from the imports there are. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printHelpIfAsked } from './help.ts';
import { root, run } from './run.ts';

export const architectureFile = join(root, 'docs/architecture.md');

/** What dependency-cruiser writes as JSON, as far as it is read here. */
type Cruise = { modules: { source: string; dependencies: { resolved: string }[] }[] };

/** What each node imports. */
type Graph = Map<string, Set<string>>;

/** A part of a picture that a file belongs to; undefined for one outside of it. */
type PartOf = (file: string) => string | undefined;

const pictures: readonly { title: string; partOf: PartOf }[] = [
  { title: 'Packages and applications', partOf: (file) => /^(?:apps|packages)\/[^/]+/.exec(file)?.[0] },
  { title: 'The server', partOf: (file) => /^apps\/server\/src\/([^/]+?)(?:\.ts$|\/)/.exec(file)?.[1] },
  { title: 'The pages', partOf: (file) => /^apps\/web\/src\/(?:lib\/)?([^/]+)\//.exec(file)?.[1] },
];

/** The text of docs/architecture.md. */
export async function drawArchitecture(): Promise<string> {
  const ignored = String.raw`\.test\.ts$|/testing/|/tools/|/e2e/|(^|/)(build|generated|node_modules|\.svelte-kit)/|\.d\.ts$`;
  const line = `depcruise --config .dependency-cruiser.mjs --exclude '${ignored}' --output-type json apps packages`;
  const { output } = await run(line);
  const { modules }: Cruise = JSON.parse(output);
  const drawn = pictures.map(({ title, partOf }) => {
    const graph: Graph = new Map();
    for (const { source, dependencies } of modules) {
      for (const { resolved } of dependencies) add(graph, partOf(source), partOf(resolved));
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
  await writeFile(architectureFile, await drawArchitecture());
}
