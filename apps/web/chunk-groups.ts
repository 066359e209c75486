import type { Rolldown } from 'vite';

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

/**
 * Which modules travel in one file. Every part is one: what all its users import, directly or not, and somebody else
 * imports too, less what an earlier part has. The first part is in every page, so it has all that its users import. A page
 * loads a file for each part it is made of and one of its own; left alone, the bundler makes a file for every combination
 * of pages that share something.
 *
 * @param parts the users of each part, by how their paths end; what most pages need first
 */
export const chunkGroups = (parts: Readonly<Record<string, readonly RegExp[]>>): Rolldown.CodeSplittingGroup[] => [
  { name: 'start', test: BEFORE_START, priority: Object.keys(parts).length + 1 },
  ...Object.entries(parts).map(
    ([part, users], n, all): Rolldown.CodeSplittingGroup => ({
      debugName: part,
      minShareCount: n === 0 ? 1 : 2,
      priority: all.length - n,
      name: (id, context) =>
        isAlone(id, users) || !users.every((user) => isImportedBy(user, id, context)) ? null : part,
    }),
  ),
];

/**
 * Kit sets the value of the first module before it imports the rest of its code, which reads that value when it is evaluated:
 * in one file with the rest, `version` of `$app/env` would be undefined. The import itself needs the second module.
 */
const BEFORE_START = /\/kit\/src\/runtime\/client\/payload\.js$|vite\/preload-helper\.js$/;

/** The texts of a language, which a page fetches by themselves. */
const TEXTS = /\/messages\/src\/generated\/\w+-\w\w\.ts$/;

/** Whether a module is in no part. */
const isAlone = (id: string, users: readonly RegExp[]): boolean =>
  TEXTS.test(id) || users.some((user) => user.test(id));

function isImportedBy(user: RegExp, id: string, context: Context): boolean {
  const found = new Set([id]);
  for (const each of found) {
    if (user.test(each)) return true;
    for (const importer of importers(each, context)) found.add(importer);
  }
  return false;
}

/** What only passes names on: a package's index. Who imports one thing from it does not need the rest. */
const INDEX = /\/packages\/(\w+)\/src\/index\.ts$/;

function importers(id: string, context: Context): readonly string[] {
  const module = context.getModuleInfo(id);
  return (module?.importers ?? []).flatMap((importer) => {
    const [, name] = INDEX.exec(importer) ?? [];
    if (name === undefined) return [importer];
    const one = new RegExp(
      `import\\s*\\{[^}]*\\b(${module?.exports.join('|')})\\b[^}]*\\}\\s*from\\s*["']@terrace/${name}["']`,
    );
    const users = context.getModuleInfo(importer)?.importers ?? [];
    return users.filter((user) => one.test(context.getModuleInfo(user)?.code ?? ''));
  });
}
