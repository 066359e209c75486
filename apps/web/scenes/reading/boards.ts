import { pageAt } from '../fixtures/page.ts';
import { select } from '../game/steps.ts';
import type { Scenes } from '../scene.ts';

/** West has two T, which is invalid. */
export const REFUSED = "1d'c'c'b'b't'1/D'6T/C'6B/C'6B/B'6C/B'2T3C/T'6D/1tbbccd1 s swne 0 1";
const RECORD = [
  '[Setup "long"]',
  '1. c-d2-d4',
  '2. C-e7-e5',
  '3. b-e2-e4 {South comes near. What can North do about it?}',
  '4. B-d7-d5',
  '*',
].join('\n');

const editor = (position: string) => pageAt(`/editor?position=${encodeURIComponent(position)}`);
const analysis = (record: string) => pageAt(`/analysis?record=${encodeURIComponent(record)}`);

export const boardScenes: Scenes = {
  editor: () => pageAt('/editor'),
  'editor-choosing': () => ({
    ...pageAt('/editor'),
    steps: async (page) => {
      await select('d4')(page);
      await page.getByRole('dialog').waitFor();
    },
  }),
  'editor-refused': () => editor(REFUSED),
  analysis: () => pageAt('/analysis'),
  'analysis-record': () => ({ ...analysis(RECORD), steps: select('d4') }),
  'analysis-import-error': () => ({
    ...pageAt('/analysis'),
    steps: async (page) => {
      const field = page.locator('textarea[rows="6"]');
      await field.fill('d-a1-b2');
      await field.press('Control+Enter');
      await page.locator('p.text-danger[role="status"]').waitFor();
    },
  }),
};
