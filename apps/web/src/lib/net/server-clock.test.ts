import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';

test('the fastest answer determines the server time', () => {
  const clock = new ServerClock(() => 1000);
  clock.add({ sentAt: 0, serverNow: 5200, receivedAt: 400 }); // offset 5000
  clock.add({ sentAt: 500, serverNow: 5530, receivedAt: 520 }); // offset 5020
  clock.add({ sentAt: 600, serverNow: 9000, receivedAt: 900 });
  expect(clock.now()).toBe(6020);
});

test('the time in the page is used until the first measurement', () => {
  const clock = new ServerClock(() => 1000);
  clock.setInitial(8000);
  expect(clock.now()).toBe(8000);
  clock.add({ sentAt: 900, serverNow: 8950, receivedAt: 1000 });
  clock.setInitial(1);
  expect(clock.now()).toBe(9000);
});

test('after a restart a slower answer is accepted again', () => {
  const clock = new ServerClock(() => 1000);
  clock.add({ sentAt: 1000, serverNow: 2000, receivedAt: 1000 });
  clock.restart();
  clock.add({ sentAt: 1000, serverNow: 3100, receivedAt: 1200 });
  expect(clock.now()).toBe(3000);
});
