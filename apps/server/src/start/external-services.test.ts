import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { readExternalServices } from './external-services.ts';

const MAIL = {
  PUBLIC_URL: 'https://terrace.example',
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'terrace@terrace.example',
};
const read = (variables: Record<string, string>) => readExternalServices(readEnv(variables));

test('without settings no mail is sent or received', () => {
  expect(read({})).toBeUndefined();
  expect(read(MAIL)?.mailIn).toBeNull();
});

test('mail is received on this machine by default, for a domain in lower case', () => {
  const given = { ...MAIL, MAIL_IN_PORT: '2525', MAIL_IN_DOMAIN: 'Play.Terrace.Example' };
  const received = { host: '127.0.0.1', port: 2525, domain: 'play.terrace.example', authservIds: [] };
  expect(read(given)?.mailIn).toEqual(received);
  expect(read({ ...given, MAIL_IN_HOST: '::1', MAIL_IN_AUTHSERV_ID: 'mx.example, dkim.example' })?.mailIn).toEqual({
    ...received,
    host: '::1',
    authservIds: ['mx.example', 'dkim.example'],
  });
});

test.each([
  [{ ...MAIL, MAIL_IN_PORT: '2525' }],
  [{ ...MAIL, MAIL_IN_DOMAIN: 'play.terrace.example' }],
  [{ MAIL_IN_PORT: '2525', MAIL_IN_DOMAIN: 'play.terrace.example' }],
])('settings to receive mail that are incomplete, or without those to send it, are rejected: %j', (variables) => {
  expect(() => read(variables)).toThrow(
    'To receive mail, set MAIL_IN_PORT and MAIL_IN_DOMAIN together with SMTP_URL and MAIL_FROM.',
  );
});

test.each([
  [{ SMTP_URL: MAIL.SMTP_URL }, 'The setting MAIL_FROM must be set together with SMTP_URL.'],
  [{ MAIL_FROM: MAIL.MAIL_FROM }, 'The setting SMTP_URL must be set together with MAIL_FROM.'],
  [
    { SMTP_URL: MAIL.SMTP_URL, MAIL_FROM: MAIL.MAIL_FROM },
    'The setting PUBLIC_URL must be set together with e-mail or sign-in providers, because they link to it.',
  ],
])('settings to send mail that are incomplete are rejected: %j', (variables, sentence) => {
  expect(() => read(variables)).toThrow(sentence);
});
