import { GameId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { FakeConnection } from '#lib/net/testing/fake-connection.ts';
import { reportVisible } from './report-visible.ts';

const gameId = GameId.parse('game00000001');

test('a game page reports its visibility on each connect and change, and that it is closed', () => {
  const connection = new FakeConnection(() => ({ ok: true, value: {} }));
  const page = Object.assign(new EventTarget(), { hidden: false });
  const lifetime = new AbortController();
  const show = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  reportVisible(connection.asConnection, gameId, lifetime.signal, page);
  show(true);
  connection.connect();
  show(false);
  lifetime.abort();
  show(true);
  expect(connection.sent('game:visible')).toEqual(
    [true, false, false, true, false].map((visible) => ({ gameId, visible })),
  );
});
