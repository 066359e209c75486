import file from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';

/** Embeds the font, because an SVG image cannot use the page's fonts. @throws when the fetch fails */
export async function fontStyle(): Promise<string> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`the font could not be fetched: ${answer.status}`);
  const url = `data:font/woff2;base64,${(await answer.bytes()).toBase64()}`;
  return `<style>@font-face{font-family:Figtree;font-weight:300 900;src:url("${url}") format("woff2")}svg{font-family:Figtree}</style>`;
}
