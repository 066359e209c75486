import { expect, test } from 'vitest';
import { createMailer, type SendAccountMail } from '../accounts/mail.ts';
import { createSendAccountLetter } from './account-letter.ts';
import type { Letter } from './letter.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

const LINK = 'https://terrace.example/login#reset=abc';

async function letterOf(send: (mailer: ReturnType<typeof createMailer>) => Promise<void>) {
  const letters: Letter[] = [];
  const sendLetter = createSendAccountLetter(async (letter) => void letters.push(letter));
  const sendMail: SendAccountMail = (to, mail) => sendLetter({ ...mail, to, key: to, language: 'en' });
  await send(createMailer(sendMail, 'https://terrace.example'));
  const [letter] = letters;
  if (letter === undefined) throw new Error('no letter');
  return letter;
}

test('a mail about an account has its link on a line of its own, and as a button', async () => {
  const letter = await letterOf((mailer) => mailer.sendPasswordReset('ann@mail.example', 'Ann', 'abc'));
  expect(renderText(letter).split('\n')).toEqual([
    ...['Hello Ann,', '', 'Choose a new password here within the next hour:', '', LINK, ''],
    ...["If you didn't ask for this, you can ignore this e-mail.", ''],
  ]);
  const html = renderHtml(letter);
  expect(html).toContain(`href="${LINK}"`);
  expect(html).toContain('>Choose a new password</a>');
  expect(html).not.toContain('<h2');
});

test('a mail about an account without a link has only its paragraphs', async () => {
  const letter = await letterOf((mailer) => mailer.sendAddressTaken('ann@mail.example', 'Ann <b>'));
  expect(letter.sections.map(({ link }) => link)).toEqual([null]);
  expect(renderText(letter)).toContain('A player named Ann <b> at https://terrace.example gave this address');
  expect(renderHtml(letter)).toContain('Ann &lt;b&gt;');
});
