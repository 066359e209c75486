import * as z from 'zod/mini';
import type { DeviceStorage } from '#lib/device/device-storage.ts';
import { readTree, StoredTree, storeTree } from './serialized-tree.ts';
import { clampPath, type Path, type Tree, type TreeCursor } from './tree.ts';

const KEY = 'analyses';
const MAX_STORED_TREES = 8;
const MAX_STORED_CHARACTERS = 1_000_000; // browsers allow about five million per site

const StoredAnalyses = z.array(
  z.strictObject({ source: z.string(), path: z.array(z.int().check(z.nonnegative())), tree: StoredTree }),
);
type StoredAnalyses = z.infer<typeof StoredAnalyses>;

export function loadAnalysis(storage: DeviceStorage, source: string): TreeCursor | undefined {
  const found = read(storage).find((one) => one.source === source);
  const tree = found && readTree(found.tree);
  return tree && { tree, path: clampPath(tree, found.path) };
}

/** Stores a tree, dropping the oldest others if space is short. @returns whether it fits */
export function saveAnalysis(storage: DeviceStorage, source: string, tree: Tree, path: Path): boolean {
  const others = read(storage).filter((one) => one.source !== source);
  let stored: StoredAnalyses = [{ source, path: [...path], tree: storeTree(tree) }, ...others].slice(
    0,
    MAX_STORED_TREES,
  );
  while (JSON.stringify(stored).length > MAX_STORED_CHARACTERS && stored.length > 0) stored = stored.slice(0, -1);
  return storage.writeJson(KEY, stored) && stored.length > 0;
}

const read = (storage: DeviceStorage): StoredAnalyses => storage.readJson(KEY, StoredAnalyses) ?? [];
