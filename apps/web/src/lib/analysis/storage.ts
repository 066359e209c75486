import * as z from 'zod/mini';
import { KeptTree, keep, unpack } from './serialized-tree.ts';
import { type Path, type Place, type Tree, within } from './tree.ts';

/** What the device keeps of analyses: the latest few, each by where it came from. */
const KEY = 'analyses';
const MOST_TREES = 8;
const MOST_CHARACTERS = 1_000_000; // of some five million a device gives a site

const Shelf = z.array(
  z.strictObject({ source: z.string(), path: z.array(z.int().check(z.nonnegative())), tree: KeptTree }),
);
type Shelf = z.infer<typeof Shelf>;

/** The tree kept from the same source and the place in it; nothing if there is none. */
export function fetchKept(storage: Storage, source: string): Place | undefined {
  const found = read(storage).find((one) => one.source === source);
  const tree = found && unpack(found.tree);
  return tree && { tree, path: within(tree, found.path) };
}

/** Keeps a tree, at the expense of the oldest others. @returns whether there was room for it */
export function keepOn(storage: Storage, source: string, tree: Tree, path: Path): boolean {
  const others = read(storage).filter((one) => one.source !== source);
  let shelf: Shelf = [{ source, path: [...path], tree: keep(tree) }, ...others].slice(0, MOST_TREES);
  while (JSON.stringify(shelf).length > MOST_CHARACTERS && shelf.length > 0) shelf = shelf.slice(0, -1);
  try {
    storage.setItem(KEY, JSON.stringify(shelf));
    return shelf.length > 0;
  } catch {
    return false; // full, or forbidden: the analysis lasts as long as the page
  }
}

function read(storage: Storage): Shelf {
  try {
    const shelf = Shelf.safeParse(JSON.parse(storage.getItem(KEY) ?? '[]'));
    return shelf.success ? shelf.data : [];
  } catch {
    return [];
  }
}
