import { isComputersOnly, MINUTE_MS, PlayerLobby } from '@terrace/protocol';
import { connect, guestAt } from '@terrace/testing/client';
import { describe, expect, test } from 'vitest';
import { useTwoNodes } from '../testing/app.ts';

const lobbyAt = async (url: string) => PlayerLobby.parse(await (await fetch(`${url}/api/lobby`)).json()).view;

describe('with either node as leader', () => {
  const nodes = useTwoNodes();

  test('a table stays open while its host is connected to any node, and closes after they disconnect from all', {
    timeout: 60_000,
  }, async () => {
    const urls = [nodes.here, nodes.there];
    const [gone, ...hosts] = await Promise.all([nodes.here, ...urls].map(guestAt));
    if (gone === undefined) throw new Error('a player is missing');
    const left = await gone.create({}, 'south');
    const kept = await Promise.all(hosts.map((host) => host.create({}, 'south')));
    const moved = await Promise.all(hosts.map(({ cookie }, i) => connect(urls.at(i - 1) ?? '', cookie)));
    for (const each of [gone, ...hosts]) each.close();
    const tables = async () => (await lobbyAt(nodes.here)).tables.map(({ id }) => id).sort();
    const online = () => Promise.all(urls.map(async (url) => (await lobbyAt(url)).online));
    await expect.poll(online).toEqual([2, 2]);

    expect(await tables()).toEqual([left, ...kept].sort());
    nodes.time.advance(4 * MINUTE_MS);
    await expect.poll(tables).toEqual(kept.toSorted());

    for (const each of moved) each.close();
    await expect.poll(online).toEqual([0, 0]);
    nodes.time.advance(4 * MINUTE_MS);
    await expect.poll(tables).toEqual([]);
  });
});

describe('an empty server of two nodes', () => {
  const nodes = useTwoNodes({ exhibition: true });

  test('shows the same single game between computers on both nodes', { timeout: 60_000 }, async () => {
    const visitors = await Promise.all([nodes.here, nodes.there].map(guestAt));
    for (const [i, url] of [nodes.here, nodes.there].entries()) {
      await visitors[i]?.request('lobby:watch', { known: null });
      const shown = async () =>
        (await lobbyAt(url)).featured.games.filter(({ seats }) => isComputersOnly(seats)).length;
      await expect.poll(shown).toBe(1);
    }
    const ids = await Promise.all(
      [nodes.here, nodes.there].map(async (url) => (await lobbyAt(url)).featured.games.map(({ id }) => id)),
    );
    expect(ids[0]).toHaveLength(1);
    expect(ids[1]).toEqual(ids[0]);
    for (const each of visitors) each.close();
  });
});
