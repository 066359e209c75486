import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { readExternalServices } from './external-services.ts';
import { channelsLine } from './notification-channels.ts';

const MAIL = { SMTP_URL: 'smtp://localhost:25', MAIL_FROM: 'terrace@terrace.example' };

test.each([
  [
    {},
    'push on, but Apple devices need an https PUBLIC_URL; mail off (needs SMTP_URL, MAIL_FROM and PUBLIC_URL); replies by mail off (needs MAIL_IN_PORT and MAIL_IN_DOMAIN); webhooks on',
  ],
  [
    { ...MAIL, PUBLIC_URL: 'https://terrace.example', WEBHOOKS: 'false' },
    'push on; mail on; replies by mail off (needs MAIL_IN_PORT and MAIL_IN_DOMAIN); webhooks off (WEBHOOKS is false)',
  ],
  [
    {
      ...MAIL,
      PUBLIC_URL: 'https://terrace.example',
      MAIL_IN_PORT: '2525',
      MAIL_IN_DOMAIN: 'play.terrace.example',
      MAIL_IN_AUTHSERV_ID: 'mx.terrace.example',
    },
    'push on; mail on; replies by mail on; webhooks on',
  ],
  [
    {
      ...MAIL,
      PUBLIC_URL: 'https://terrace.example',
      MAIL_IN_PORT: '2525',
      MAIL_IN_DOMAIN: 'play.terrace.example',
    },
    'push on; mail on; replies by mail on, but anyone can forge their senders (needs MAIL_IN_AUTHSERV_ID); webhooks on',
  ],
])('the start says which notifications are on and which settings turn on the others: %j', (variables, line) => {
  const env = readEnv(variables);
  expect(channelsLine(env, readExternalServices(env))).toBe(`Notifications: ${line}`);
});
