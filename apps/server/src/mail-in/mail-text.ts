import { compile } from 'html-to-text';

/** Characters of HTML that are read. The time for a character grows with the number of open elements. */
const MAX_HTML = 64 * 1024;

const toText = compile({
  wordwrap: false,
  preserveNewlines: false,
  limits: { maxDepth: 50, maxChildNodes: 2000 },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'hr', format: 'skip' },
    { selector: 'a', options: { ignoreHref: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    // Gmail and Outlook mark what they quote, partly without a blockquote.
    { selector: '.gmail_attr', format: 'blockquote' },
    { selector: '#divRplyFwdMsg', format: 'blockquote' },
    { selector: '#appendonsend', format: 'skip' },
    { selector: '.gmail_signature', format: 'skip' },
  ],
});

/** The text of a mail: its text part, or its HTML if the text part is empty. Quotations start with `>`. */
export function textOfMail({ text, html }: { readonly text?: string | undefined; readonly html?: string | undefined }) {
  return text === undefined || isBlank(text) ? toText((html ?? '').slice(0, MAX_HTML)) : text;
}

const isBlank = (text: string): boolean => /^[\s\u200b\u2060\ufeff]*$/.test(text);
