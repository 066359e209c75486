import { createHash } from 'node:crypto';
import { currentLanguage, messages } from '@terrace/messages';

const STYLE =
  'body{max-width:560px;margin:0;padding:108px 24px;background:light-dark(#f3f1ec,#111318);color:light-dark(#1b1d22,#eceae4);' +
  'font:400 15px/22px system-ui,sans-serif}h1{margin:0 0 24px;font-size:28px;line-height:34px}a{color:inherit}';

export const ERROR_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

export const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The page for a browser whose request was rejected before rendering. It reloads after `retryS` seconds. */
export const errorPage = (message: string, retryS: number | undefined): string =>
  `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
  (retryS === undefined ? '' : `<meta http-equiv="refresh" content="${retryS}">`) +
  `<title>${inHtml(message)} · ${inHtml(messages.site.brand)}</title><style>${STYLE}</style></head>` +
  `<body><h1>${inHtml(message)}</h1><a href="/">${inHtml(messages.site.errors.toLobby)}</a></body></html>`;
