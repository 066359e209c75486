import { isBuiltin } from 'node:module';
import { z } from 'zod';

/** The dependencies of a package. Those of the root have the folder ''. */
export type Manifest = {
  readonly folder: string;
  readonly name: string;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
};

/** A file with its imports as they are written. */
export type Importer = {
  readonly source: string;
  readonly dependencies: readonly { readonly module: string; readonly dependencyTypes: readonly string[] }[];
};

const names = z.record(z.string(), z.unknown()).default({}).transform(Object.keys);
const PackageJson = z.object({
  name: z.string(),
  dependencies: names,
  optionalDependencies: names,
  devDependencies: names,
});

export function readManifest(folder: string, json: unknown): Manifest {
  const { name, dependencies, optionalDependencies, devDependencies } = PackageJson.parse(json);
  return { folder, name, dependencies: [...dependencies, ...optionalDependencies], devDependencies };
}

/** A production install has the dependencies of these packages and nothing else. */
const INSTALLED_ALONE = /^(apps\/(server|cli)|packages\/(?!testing$)[^/]+)$/;
const ONLY_IN_DEVELOPMENT = /\.test\.ts$|\/testing\/|^packages\/messages\/compile\//;

/**
 * Imports of packages that the importing package does not depend on. In this repository they are found in the root's
 * node_modules, but not in a production install. Tests and types may come from development dependencies.
 */
export function foreignImports(modules: readonly Importer[], manifests: readonly Manifest[]): readonly string[] {
  const root = manifests.find(({ folder }) => folder === '');
  return modules.flatMap(({ source, dependencies }) => {
    const own = manifests.find(({ folder }) => folder !== '' && source.startsWith(`${folder}/`)) ?? root;
    if (own === undefined) return [];
    const isProduction = INSTALLED_ALONE.test(own.folder) && !ONLY_IN_DEVELOPMENT.test(source);
    const inDevelopment = [...own.dependencies, ...own.devDependencies, ...(root?.devDependencies ?? [])];
    return dependencies.flatMap(({ module, dependencyTypes }) => {
      const name = packageOf(module);
      const isInstalled = isProduction && !dependencyTypes.includes('type-only') ? own.dependencies : inDevelopment;
      return name === undefined || isInstalled.includes(name) ? [] : [`${source} → ${name}`];
    });
  });
}

/** The package of an import: undefined for files, Node's own modules, and names that a build tool resolves. */
function packageOf(module: string): string | undefined {
  if (/^[./#$]|^[a-z]+:/.test(module) || isBuiltin(module)) return undefined;
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}
