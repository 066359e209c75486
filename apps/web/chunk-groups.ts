import type { Rolldown } from 'vite';

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

/**
 * A group contains the modules that all its users and other modules import, except those of an earlier group. The first
 * group is part of every page, so it contains all imports of its users. Without groups, each combination of pages that
 * share a module gets a file. @param groups path patterns of each group's users, the most widely needed group first
 */
export const chunkGroups = (groups: Readonly<Record<string, readonly RegExp[]>>): Rolldown.CodeSplittingGroup[] => [
  { name: 'start', test: BEFORE_START, priority: Object.keys(groups).length + 1 },
  ...Object.entries(groups).map(
    ([group, users], n, all): Rolldown.CodeSplittingGroup => ({
      debugName: group,
      minShareCount: n === 0 ? 1 : 2,
      priority: all.length - n,
      name: (id, context) =>
        isUngrouped(id, users) || !users.every((user) => isImportedBy(user, id, context)) ? null : group,
    }),
  ),
  { name: 'records', test: RECORDS, priority: 0 },
];

/** Reading and writing records. Separate files would only add requests. */
const RECORDS =
  /\/packages\/(rules\/src\/(notation|other-letters|record)|game\/src\/record)\.ts$|\/lib\/notation\/record-file\.ts$/;

/**
 * Kit sets the value of the first module before it imports the rest of its code, which reads the value at once. In the
 * same file, `version` of `$app/env` would be undefined. The import itself needs the second module.
 */
const BEFORE_START = /\/kit\/src\/runtime\/client\/payload\.js$|vite\/preload-helper\.js$/;

/** Catalogues, which pages load separately. */
const TEXTS = /\/messages\/src\/generated\/\w+-\w\w\.ts$/;

const isUngrouped = (id: string, users: readonly RegExp[]): boolean =>
  TEXTS.test(id) || users.some((user) => user.test(id));

function isImportedBy(user: RegExp, id: string, context: Context): boolean {
  const found = new Set([id]);
  for (const each of found) {
    if (user.test(each)) return true;
    for (const importer of importers(each, context)) found.add(importer);
  }
  return false;
}

/** The index of a package only re-exports. Importing one name from it does not require the other modules. */
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
