import { randomUUID } from 'node:crypto';
import { currentLanguage } from '@terrace/messages';
import type { SendAccountMail } from '../accounts/mail.ts';
import type { Letter, Section } from './letter.ts';
import type { SendMail } from './transport.ts';

/** Sends mails about accounts in the language of the current request, each as a mail of its own. */
export const createSendAccountMail =
  (send: SendMail): SendAccountMail =>
  async (to, { subject, text, action }) => {
    const [hello = '', ...paragraphs] = text.split('\n\n');
    const letter: Letter = {
      language: currentLanguage(),
      subject,
      hello,
      sections: sectionsOf(paragraphs, action ?? subject),
      footer: null,
    };
    await send(letter, { to, key: randomUUID() });
  };

/** A paragraph that is only a link becomes the button of the section that it ends. */
function sectionsOf(paragraphs: readonly string[], action: string): readonly Section[] {
  const at = paragraphs.findIndex((text) => /^https?:\/\/\S+$/.test(text));
  const section = { heading: '', diagram: null, picture: null };
  if (at < 0) return [{ ...section, paragraphs, link: null }];
  const link = { text: action, url: paragraphs[at] ?? '' };
  const rest = paragraphs.slice(at + 1);
  return [
    { ...section, paragraphs: paragraphs.slice(0, at), link },
    ...(rest.length === 0 ? [] : [{ ...section, paragraphs: rest, link: null }]),
  ];
}
