import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

test('the defaults are port 3000 of this machine, the data folder `.data` and the log level `warn`', () => {
  expect(readEnv({})).toMatchObject({ PORT: 3000, HOST: 'localhost', LOG_LEVEL: 'warn' });
  expect(readEnv({}).DATA_DIR).toMatch(/\/\.data$/);
});

test('an empty variable counts as unset', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '' })).toEqual(readEnv({}));
});

const PROXIES =
  'The setting TRUST_PROXY must be false, the number of proxies in front, such as 1, or their networks, such as loopback,10.0.0.0/8.';

const PARTS = 'The setting PARTS must list parts of a server, such as play,pages,jobs.';

test.each([
  [{ PORT: '70000' }, 'The setting PORT must be a whole number from 0 to 65535.'],
  [{ PARTS: 'games' }, PARTS],
  [{ PARTS: 'play,' }, PARTS],
  [
    { PARTS: 'pages', PLAY_URL: 'http://play:3000' },
    'The setting PLAY_URL and SESSION_SECRET must be set on a server without play, SESSION_SECRET to the value of the others.',
  ],
  [
    { SERVE_PAGES: 'false' },
    'The setting SERVE_PAGES no longer exists: PARTS says what a server does, and PARTS=play,jobs is a server without pages.',
  ],
  [
    { PLAY_URL: 'https://play.example/terrace' },
    'The setting PLAY_URL must look like http://play:3000, without a path.',
  ],
  [{ PORT: '3e3' }, 'The setting PORT must be a whole number from 0 to 65535.'],
  [{ DATABASE_URL: 'mysql://x' }, 'The setting DATABASE_URL must look like postgresql://user:password@host:5432/name.'],
  [{ REDIS_URL: 'http://x' }, 'The setting REDIS_URL must look like redis://user:password@host:6379.'],
  [
    { REDIS_URL: 'redis://x' },
    'The setting DATABASE_URL must be set together with REDIS_URL, because several servers share one database.',
  ],
  [{ SOURCE_URL: 'git@x:y' }, 'The setting SOURCE_URL must look like https://code.example/terrace.'],
  [{ SESSION_SECRET: 'short' }, 'The setting SESSION_SECRET must be at least 32 characters long.'],
  [{ TRUST_PROXY: 'true' }, PROXIES],
  [{ TRUST_PROXY: '0' }, PROXIES],
  [{ TRUST_PROXY: 'loopback,10.0.0.0/33' }, PROXIES],
  [{ MAIL_IN_PORT: '0' }, 'The setting MAIL_IN_PORT must be a whole number from 1 to 65535.'],
  [{ MAIL_IN_PORT: 'smtp' }, 'The setting MAIL_IN_PORT must be a whole number from 1 to 65535.'],
  [{ MAIL_IN_DOMAIN: 'localhost' }, 'The setting MAIL_IN_DOMAIN must look like play.terrace.example.'],
  [{ SEARCH_NICENESS: '20' }, 'The setting SEARCH_NICENESS must be a whole number from 0 to 19.'],
  [{ LOG_LEVEL: 'loud' }, 'The setting LOG_LEVEL must be debug, info, warn, error or silent.'],
  [{ PORT: '2525', MAIL_IN_PORT: '2525' }, 'The setting MAIL_IN_PORT must differ from PORT.'],
  [
    { NODE_ENV: 'production', DATABASE_URL: 'postgresql://h/d' },
    'The setting SESSION_SECRET must be set when NODE_ENV is production, to the same value on every server.',
  ],
  [
    { NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) },
    'The setting DATABASE_URL must be set when NODE_ENV is production, because the built-in Postgres is for trials.',
  ],
  [
    { PARTS: 'jobs', DATABASE_URL: 'postgresql://h/d' },
    'The setting PLAY_URL and SESSION_SECRET must be set on a server without play, SESSION_SECRET to the value of the others.',
  ],
  [
    { PARTS: 'jobs', PLAY_URL: 'http://play:3000', SESSION_SECRET: 'x'.repeat(32) },
    'The setting DATABASE_URL must be set on a server that has jobs but not play.',
  ],
  [{ NODE_ENV: 'production' }, /The setting DATABASE_URL must .* The setting SESSION_SECRET must /],
])('an invalid setting is reported in one sentence with its name: %j', (variables, sentence) => {
  expect(() => readEnv(variables)).toThrow(sentence);
});
