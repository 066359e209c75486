import { expect, test } from 'vitest';
import { SealedMail } from './errands.ports.ts';
import { createMailSeal, errandKey } from './sealed-mail.ts';

const { seal, open } = createMailSeal(errandKey('a secret'));

const mail = {
  to: 'ann@mail.example',
  language: 'en',
  subject: 'New password',
  text: 'Hello Ann,\n\nhttps://terrace.example/login#reset=abc',
} as const;

test('a sealed mail can be opened, and two of the same content differ', () => {
  const sealed = seal(mail);
  expect(open(sealed)).toEqual(mail);
  expect(seal(mail)).not.toBe(sealed);
  const bytes = Buffer.from(sealed, 'base64').toString('latin1');
  for (const part of ['ann@', 'reset=', 'Hello']) expect(bytes).not.toContain(part);
});

test('a mail that was sealed with another secret, changed or shortened cannot be opened', () => {
  const sealed = seal(mail);
  expect(() => createMailSeal(errandKey('another secret')).open(sealed)).toThrow();
  for (const at of [0, 12, 28]) {
    const bytes = Buffer.from(sealed, 'base64');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(() => open(SealedMail.parse(bytes.toString('base64')))).toThrow();
  }
  expect(() => open(SealedMail.parse(sealed.slice(0, 8)))).toThrow();
});
