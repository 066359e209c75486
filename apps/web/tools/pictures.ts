// Pictures of every page at desk and phone size, light and dark, from a running server, into /shots/ at the root.
// Usage: node tools/pictures.ts [--language de] [http://localhost:3000] [scene ...]
import { parseArgs } from 'node:util';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { scenes } from './pictures/scenes.ts';

printHelpIfAsked(
  'node apps/web/tools/pictures.ts [--language de] [address] [scene ...]: pictures of the pages of a running server.',
);

const { values, positionals } = parseArgs({
  options: { language: { type: 'string', default: 'en' } },
  allowPositionals: true,
});
const [site = 'http://localhost:3000', ...wanted] = positionals;
const faults: string[] = [];
const browser = await launchBrowser();
try {
  for (const [name, scene] of Object.entries(scenes)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await scene({ browser, site, faults, language: values.language }, name);
  }
} finally {
  await browser.close();
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
