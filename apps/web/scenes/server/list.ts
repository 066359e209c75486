import { LANGUAGES } from '@terrace/protocol';
import type { Scenes } from '../scene.ts';

const THEMES = ['light', 'dark'] as const;

export function listOfScenes(scenes: Scenes): string {
  const rows = Object.keys(scenes).map((name) => {
    const links = LANGUAGES.flatMap((language) =>
      THEMES.map(
        (theme) =>
          `<td><a href="/scenes/${name}?language=${language}&amp;theme=${theme}">${language} ${theme}</a></td>`,
      ),
    );
    return `<tr><th scope="row"><a href="/scenes/${name}">${name}</a></th>${links.join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>Scenes</title>
    <style>
      body { font-family: system-ui; margin: 2rem }
      th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0 }
    </style>
  </head>
  <body>
    <h1>${rows.length} scenes</h1>
    <table>${rows.join('\n')}</table>
  </body>
</html>
`;
}
