import { HOUR_MS } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { type AccountMail, type AccountMails, createAccountMails } from '../accounts/mail.ts';
import { createSendAccountLetter } from './account-letter.ts';
import type { Letter } from './letter.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

const LINK = 'https://terrace.example/login#reset=abc';

async function letterOf(write: (mails: AccountMails) => AccountMail) {
  const letters: Letter[] = [];
  const sendLetter = createSendAccountLetter(async (letter) => void letters.push(letter));
  const mail = write(createAccountMails('https://terrace.example'));
  await sendLetter({ ...mail, key: mail.to, language: 'en' });
  const [letter] = letters;
  if (letter === undefined) throw new Error('no letter');
  return letter;
}

test('a mail about an account has its link on a line of its own, and as a button', async () => {
  const letter = await letterOf((mails) =>
    mails.passwordReset({ to: 'ann@mail.example', name: 'Ann' }, 'abc', HOUR_MS),
  );
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
  const letter = await letterOf((mails) => mails.addressTaken({ to: 'ann@mail.example', name: 'Ann <b>' }));
  expect(letter.sections.map(({ link }) => link)).toEqual([null]);
  expect(renderText(letter)).toContain('A player named Ann <b> at https://terrace.example gave this address');
  expect(renderHtml(letter)).toContain('Ann &lt;b&gt;');
});
