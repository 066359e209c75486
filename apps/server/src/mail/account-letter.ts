import type { Content } from '../errands/sealed-mail.ts';
import type { Letter, Section } from './letter.ts';
import type { SendMail } from './transport.ts';

type Addressed = Content & {
  /** The same on every attempt. */
  readonly key: string;
};

/** Sends mails about accounts, each as a mail of its own. */
export const createSendAccountLetter =
  (send: SendMail) =>
  async ({ to, key, language, subject, text, action }: Addressed): Promise<void> => {
    const [hello = '', ...paragraphs] = text.split('\n\n');
    const letter: Letter = {
      language,
      subject,
      hello,
      sections: sectionsOf(paragraphs, action ?? subject),
      footer: null,
    };
    await send(letter, { to, key });
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
