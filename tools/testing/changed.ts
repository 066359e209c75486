import { root, run } from '../run.ts';

export type Change = {
  /** A revision that git knows. */
  readonly since: string;
  /** Changed and new files, relative to the root, without deleted ones. */
  readonly files: readonly string[];
};

/** What has changed since a revision, whether it is committed or not. @throws Error if git does not know the revision */
export async function changeSince(since: string, folder = root): Promise<Change> {
  const changed = await lines(
    `git diff --name-only --diff-filter=d --end-of-options ${JSON.stringify(since)} --`,
    folder,
  );
  const added = await lines('git ls-files --others --exclude-standard', folder);
  return { since, files: [...new Set([...changed, ...added])].sort() };
}

async function lines(command: string, cwd: string): Promise<readonly string[]> {
  const { ok, output } = await run(command, { cwd });
  if (!ok) throw new Error(output);
  return output.split('\n').filter(Boolean);
}

const PAGES = /^(apps\/web\/(?!e2e\/|scenes\/)|packages\/(?!embedded-postgres\/))/;
const SCENES = /^apps\/web\/(scenes|e2e)\//;

/** Whether the built pages may differ. */
export const changesPages = ({ files }: Change): boolean =>
  files.some((file) => PAGES.test(file) && !file.endsWith('.test.ts'));

/** Whether browser tests, or the pages that they open, may differ. */
export const changesBrowserTests = (change: Change): boolean =>
  changesPages(change) || change.files.some((file) => SCENES.test(file));
