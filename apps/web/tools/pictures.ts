// Pictures of every page and state on every screen, light and dark, in every language, from a running server, into
// /shots/ at the root; and what does not fit there.
// Usage: node tools/pictures.ts [--language de] [http://localhost:3000] [scene ...]
import { parseArgs } from 'node:util';
import { LANGUAGES } from '@terrace/protocol';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { scenes } from '../e2e/scenes/index.ts';
import { camera } from './pictures/camera.ts';

printHelpIfAsked(
  'node apps/web/tools/pictures.ts [--language de] [address] [scene ...]: pictures of the pages of a running server.',
);

const { values, positionals } = parseArgs({
  options: { language: { type: 'string' } },
  allowPositionals: true,
});
const [site = 'http://localhost:3000', ...wanted] = positionals;
const languages = values.language === undefined ? LANGUAGES : [values.language];
const faults: string[] = [];
const browser = await launchBrowser();
try {
  for (const [name, scene] of Object.entries(scenes)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const language of languages) {
      await scene({ browser, site, faults, language, shoot: camera(language) }, name);
    }
  }
} finally {
  await browser.close();
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
