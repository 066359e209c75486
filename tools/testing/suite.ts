// Packages without the types of Node import this file in their tests.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** Whether this is a run of `npm run test:thorough`. */
export const isThorough = process.env.TERRACE_SUITE === 'thorough';

/** Whether scenes are opened even if they look as they did when they last passed. */
export const opensEveryScene = isThorough || process.env.TERRACE_SCENES === 'all';

/** The tag of a browser test that only the thorough suite runs. Whole files of them are called `*.thorough.spec.ts`. */
export const THOROUGH = '@thorough';

/** The size or duration of a test that has a long version: `quick` in the default suite. */
export const bySuite = <T>(quick: T, thorough: T): T => (isThorough ? thorough : quick);

/**
 * Test files at a time. Tests of servers wait a third of the time: three workers keep two cores busy, and four make them
 * late. vitest runs no test at all if its projects disagree.
 */
export const MAX_WORKERS = 3;
