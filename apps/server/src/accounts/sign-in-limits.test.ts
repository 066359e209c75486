import { PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { localLimits } from '../limits/rate-limit.ts';
import { createRateLimits } from './rate-limits.ts';
import { createSignInLimits } from './sign-in-limits.ts';

const ANN = PlayerId.parse('player-ann');
const OWNER = { id: 'a-device', knows: [ANN, 'player-ben'] };

function attempts() {
  const { begin } = createSignInLimits(createRateLimits(localLimits));
  const attempt = async (address: string, device: typeof OWNER | null, login: string, succeeds: boolean) => {
    const begun = await begin({ login, player: ANN, address, device });
    if (begun.ok && succeeds) await begun.value();
    return begun.ok;
  };
  return {
    guess: (address: string, account = 'ann') => attempt(address, null, account, false),
    know: (address: string, device: typeof OWNER | null = null) => attempt(address, device, 'ann', true),
    mistype: (device: typeof OWNER) => attempt('192.0.2.1', device, 'ann', false),
  };
}

const times = async (count: number, ask: (n: number) => Promise<boolean>) => {
  const answers: boolean[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await ask(n));
  return answers.filter((each) => each).length;
};

test('guesses from one address are limited, and the owner can sign in from there on a known device', async () => {
  const { guess, know } = attempts();
  expect(await times(100, () => guess('203.0.113.7'))).toBe(15);
  expect(await know('203.0.113.7')).toBe(false);
  expect(await know('203.0.113.7', OWNER)).toBe(true);
  expect(await know('198.51.100.9')).toBe(true);
});

test('under distributed guessing, the owner can sign in on a known device or with the first attempts from a new network', async () => {
  const { guess, know } = attempts();
  // A thousand addresses of ten networks, six attempts each.
  const guessed = await times(6_000, (n) => guess(`203.0.${n % 10}.${Math.floor(n / 10) % 100}`));
  expect(guessed).toBe(100 + 10 * 3);
  expect(await times(20, () => know('203.0.1.1', OWNER))).toBe(20);
  expect(await times(20, () => know('198.51.100.9'))).toBe(20); // successes do not count
  expect(await times(20, () => guess('198.51.100.9'))).toBe(3);
});

test('all IPv6 addresses of one customer prefix count as one network', async () => {
  const { guess } = attempts();
  await times(100, (n) => guess(`203.0.113.${n}`));
  expect(await times(50, (n) => guess(`2001:db8:1:${n.toString(16)}::1`))).toBe(3);
});

test('a device is known only to accounts that signed in on it, and is also limited', async () => {
  const { guess, know, mistype } = attempts();
  expect(await times(50, () => mistype(OWNER))).toBe(15);
  await times(20, () => guess('203.0.113.7'));
  expect(await know('203.0.113.7', { id: 'another', knows: ['player-ben'] })).toBe(false);
});

test('attempts by e-mail address and by name count separately, so the address of a name is not revealed', async () => {
  const { guess } = attempts();
  expect(await times(20, () => guess('203.0.113.7', 'ann'))).toBe(15);
  expect(await times(20, () => guess('203.0.113.7', 'ann@example.org'))).toBe(15);
});

test('guesses from one address at many accounts are limited', async () => {
  const { guess } = attempts();
  expect(await times(300, (n) => guess('203.0.113.7', `account-${n}`))).toBe(180);
});
