import { type Html, html } from './html.ts';
import type { Letter, Link, Section } from './letter.ts';

/** Mail programs remove style sheets of some mails, so every element has its styles, and dark mode only overrides them. */
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;line-height:1.5";

const DARK = html`@media (prefers-color-scheme:dark){
.page{background:#111318!important}.card{background:#191c22!important}.ink{color:#eceae4!important}
.muted{color:#a6a9af!important}.button{background:#eceae4!important;color:#15171c!important}.line{border-color:#2a2e36!important}}`;

/** The HTML part. Pictures are attachments of the mail, so that nothing is loaded from a server. */
export function renderHtml({ language, subject, hello, sections, footer }: Letter): string {
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f1ec">
<div class="page" style="background:#f3f1ec;padding:16px 8px;${FONT}">
<div class="card ink" style="max-width:560px;margin:0 auto;padding:24px;background:#fcfbf9;color:#1b1d22;border-radius:8px;font-size:16px">
<p class="ink" style="margin:0 0 16px;color:#1b1d22">${hello}</p>
${sections.map(sectionHtml)}
</div>
${
  footer === null
    ? undefined
    : html`<div class="muted" style="max-width:560px;margin:0 auto;padding:16px 24px;color:#595c63;font-size:13px">
<p class="muted" style="margin:0 0 8px;color:#595c63">${footer.why}</p>
<p style="margin:0">${footer.links.map(footerLink)}</p>
</div>`
}
</div>
</body>
</html>
`;
  return document.text;
}

const sectionHtml = ({ heading, paragraphs, diagram, picture, closing = [], link }: Section): Html => html`
<div class="line" style="padding:16px 0;border-top:1px solid #dad6cc">
${
  heading === ''
    ? undefined
    : html`<h2 class="ink" style="margin:0 0 8px;color:#1b1d22;font-size:18px;line-height:1.3;overflow-wrap:anywhere">${heading}</h2>\n`
}${paragraphs.map(paragraphHtml)}${
  picture === null
    ? diagram === null
      ? undefined
      : paragraphHtml(`${diagram}\n`)
    : html`<p style="margin:0 0 12px"><img src="cid:${picture.cid}" alt="${picture.alt}" width="320" style="display:block;width:100%;max-width:320px;height:auto;border:0;border-radius:4px"></p>\n`
}${closing.map(paragraphHtml)}${link === null ? undefined : button(link)}</div>`;

/** Lines, such as those of a board drawn with characters, stay below each other in a font of equal widths. */
const paragraphHtml = (text: string): Html =>
  text.includes('\n')
    ? html`<pre class="ink" style="margin:0 0 12px;color:#1b1d22;font-family:Consolas,Menlo,monospace;font-size:13px;line-height:1.3;white-space:pre-wrap">${text.trimEnd()}</pre>\n`
    : html`<p class="ink" style="margin:0 0 12px;color:#1b1d22;overflow-wrap:anywhere">${text}</p>\n`;

const button = ({ text, url }: Link): Html =>
  html`<p style="margin:0"><a class="button" href="${url}" style="display:inline-block;padding:10px 18px;background:#1b1d22;color:#fcfbf9;border-radius:6px;text-decoration:none;font-weight:600">${text}</a></p>\n`;

const footerLink = ({ text, url }: Link): Html =>
  html`<a class="muted" href="${url}" style="display:inline-block;margin:0 16px 4px 0;padding:4px 0;color:#595c63">${text}</a>\n`;
