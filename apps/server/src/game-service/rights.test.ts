import { join } from 'node:path';
import { type Right, rightsIn, rightsText, type Situation, situations } from '@terrace/game/testing/rights';
import type { Player, PlayerId, Refusal } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { createEligibility } from '../accounts/eligibility.ts';
import { createMeetings } from '../accounts/meetings.ts';
import { companionsOf, joinsGame } from './joining.ts';

const suspended: Refusal = { code: 'suspended', reason: 'Plays by a machine.', until: null };
const players = { isBot: async () => false, hasAccount: async () => true };

/** Whom a player cannot meet, because one of the two has blocked the other. */
const apart = (ids: readonly PlayerId[]) =>
  createMeetings({ blockedBy: async () => [], blockedEitherWay: async () => new Set(ids) });

const eligibilityOf = {
  suspended: () =>
    createEligibility({ moderation: { joinRefusal: async () => suspended }, players, meetings: apart([]) }),
  blocked: ({ table }: Situation) =>
    createEligibility({
      moderation: { joinRefusal: async () => undefined },
      players,
      meetings: apart(companionsOf(table.state).map(({ id }) => id)),
    }),
} as const;

/** The rights of a barred sender that differ from those of any other: the server checks first who joins. */
async function barredRights(kind: keyof typeof eligibilityOf, situation: Situation): Promise<readonly Right[]> {
  const { state } = situation.table;
  const check = eligibilityOf[kind](situation);
  const senders = new Map<string, Player | null>(situation.actors);
  const rights = await Promise.all(
    rightsIn(situation).map(async (right): Promise<readonly Right[]> => {
      const by = senders.get(right.actor);
      if (!by || !joinsGame(right.sent)) return [];
      const refusal = await check(by, state.settings, companionsOf(state));
      if (refusal === undefined) return [];
      return [{ ...right, actor: `${right.actor}, ${kind}`, outcome: { ok: false, code: refusal.code } }];
    }),
  );
  return rights.flat();
}

/** A change of a line is a decision about the game: run Vitest with `--update` and read the difference. */
test('suspended and blocked players join no game in any state, and keep all other rights', async () => {
  const each = situations().flatMap((situation) =>
    (['suspended', 'blocked'] as const).map((kind) => barredRights(kind, situation)),
  );
  const text = rightsText((await Promise.all(each)).flat()).replaceAll('  may: nothing\n', '');
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'barred-rights.txt'));
});
