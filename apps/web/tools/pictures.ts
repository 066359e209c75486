// Pictures of every page at desk and phone size, light and dark, from a running server, into /shots/ at the root.
// Usage: node tools/pictures.ts [http://localhost:3000] [scene ...]
import { launchBrowser } from '../e2e/browser.ts';
import { scenes } from './pictures/scenes.ts';

const [site = 'http://localhost:3000', ...wanted] = process.argv.slice(2);
const faults: string[] = [];
const browser = await launchBrowser();
try {
  for (const [name, scene] of Object.entries(scenes)) {
    if (wanted.length === 0 || wanted.includes(name)) await scene({ browser, site, faults }, name);
  }
} finally {
  await browser.close();
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
