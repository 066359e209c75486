import { analysis } from './en/analysis.ts';
import { api } from './en/api.ts';
import { learn } from './en/learn.ts';
import { local } from './en/local.ts';
import { people } from './en/people.ts';
import { rulebook } from './en/rulebook.ts';

/**
 * Words that only some pages say. In English each subject comes with the pages that say it, through a module of its
 * own in `pages`, so that no other page carries it; any other language is one whole.
 */
export const enPages = { analysis, api, learn, local, people, rulebook };
