import { broadcasts } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { useTwoNodes } from '../testing/app.ts';

const nodes = useTwoNodes();

const STEP_MS = 5_000;

test('only the host of a challenge is notified, on any node, when it is declined, accepted or expires', async () => {
  const [host, invited] = [await guestAt(nodes.here), await guestAt(nodes.there)];
  const received: unknown[] = [];
  const others: unknown[] = [];
  host.socket.on('invitation:answered', (message: unknown) => {
    received.push(broadcasts['invitation:answered'].parse(message));
  });
  invited.socket.on('invitation:answered', (message: unknown) => others.push(message));
  const challenge = () =>
    host.create({ seen: 'link' }, 'south', { reserved: [{ side: 'north', name: invited.player.name }] });
  const { player } = invited;

  const declined = await challenge();
  await expect.poll(() => invited.command(declined, { type: 'decline' })).toMatchObject({ ok: true });
  await expect.poll(() => received).toEqual([{ gameId: declined, player, answer: 'declined' }]);

  const accepted = await challenge();
  await expect.poll(() => invited.command(accepted, { type: 'sit', side: null })).toMatchObject({ ok: true });
  await expect.poll(() => received.slice(1)).toEqual([{ gameId: accepted, player, answer: 'accepted' }]);

  const closed = await challenge();
  await host.command(closed, { type: 'leave' });
  const late = await challenge();
  nodes.time.jump(10 * 60_000);
  await expect
    .poll(nodes.time.advancing(STEP_MS, () => received.slice(2)))
    .toEqual([{ gameId: late, player, answer: 'expired' }]);
  expect(others).toEqual([]);
  for (const each of [host, invited]) each.close();
});
