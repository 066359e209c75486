import file from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';

/**
 * A style element with the font of text inside: a drawing that is painted as a picture knows no font of the page. Read
 * from the same file as the page has it, at that moment.
 * @throws when the file cannot be had
 */
export async function fontStyle(): Promise<string> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`the font is not there: ${answer.status}`);
  const url = `data:font/woff2;base64,${(await answer.bytes()).toBase64()}`;
  return `<style>@font-face{font-family:Figtree;font-weight:300 900;src:url("${url}") format("woff2")}svg{font-family:Figtree}</style>`;
}
