// Takes pictures of scenes on every screen, light and dark, in every language, into /shots/. Prints layout problems.
// Usage: node tools/pictures.ts [--language de] [scene ...]
import { parseArgs } from 'node:util';
import { LANGUAGES, Language } from '@terrace/protocol';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { buildPages } from '../../../tools/pages.ts';
import { goTo, launchBrowser, VISITOR } from '../e2e/browser.ts';
import { SCREENS } from '../e2e/screens.ts';
import { scenes } from '../scenes/catalogue.ts';
import { startFixtureServer } from '../scenes/server/fixture-server.ts';
import { takePictures } from './pictures/camera.ts';

printHelpIfAsked(
  'node apps/web/tools/pictures.ts [--language de] [scene ...]: takes pictures of the scenes (default: all), into shots/.',
);

const { values, positionals } = parseArgs({ options: { language: { type: 'string' } }, allowPositionals: true });
const languages = values.language === undefined ? LANGUAGES : [Language.parse(values.language)];
const print = (line: string) => void process.stdout.write(`${line}\n`);
await buildPages(print);
const server = await startFixtureServer(scenes, 'languages');
const browser = await launchBrowser();
const page = await (await browser.newContext(VISITOR)).newPage();
try {
  for (const name of Object.keys(scenes)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    for (const language of languages) {
      const scene = server.scene(name);
      await page.setViewportSize(SCREENS[scene?.screen ?? '1280x800']);
      await goTo(page, `${server.url}/scenes/${name}?language=${language}`);
      await scene?.steps?.(page);
      const found = await takePictures(page, name, language, scene?.whole ?? false);
      for (const line of [`${name} ${language}`, ...found, ...server.takeErrors()]) print(line);
    }
  }
} finally {
  await browser.close();
  await server.close();
}
