import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell comes first: it needs two thirds of the processor time of a complete browser. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const howToGetChromium =
  'The browser tests need Chromium: install it (apt-get install chromium-headless-shell, or chromium) or set CHROMIUM to the path of one.';

/** The browser for tests: CHROMIUM if set, else the first one found. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named) return isProgram(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
