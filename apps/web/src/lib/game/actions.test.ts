import { sideOf } from '@terrace/game';
import { type Right, rightsIn, type Situation, situations } from '@terrace/game/testing/rights';
import { Offer, type Player } from '@terrace/protocol';
import { describe, expect, test } from 'vitest';
import { answersTo, isPlaying, mayAbort, mayGiveTime, offerProblem } from './actions.ts';
import { bannersFor } from './banners.ts';
import { hasRematch, waitingActions } from './table-actions.ts';

/** Commands that the server accepts and pages have no button for. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  move: 'the board plays moves',
  'move of an earlier ply': 'the board names the ply of the position that it shows',
  flag: 'the server sends it when a time limit passes',
};

/** With an open offer of the kind, the page shows its answers instead. */
const isCrossing = ({ state }: Situation['table'], command: string): boolean =>
  Offer.options.some((offer) => command === `offer ${offer}` && state.offers[offer] !== undefined);

function actionsOf({ table }: Situation, by: Player): string[] {
  const { state } = table;
  const you = sideOf(state, by.id);
  if (state.status === 'open') return waitingCommands(state, by);
  if (you === undefined) return [];
  const answers = Offer.options.flatMap((offer) => answersTo(state, offer, you).map((type) => `${type} ${offer}`));
  const mayOffer = (offer: Offer) => (offerProblem(state, offer, you) === undefined ? [`offer ${offer}`] : []);
  if (state.status !== 'live')
    return hasRematch(state) && state.next === null ? [...answers, ...mayOffer('rematch')] : [];
  if (!isPlaying(state, you)) return [];
  return [
    'resign',
    ...(mayAbort(state, you) ? ['abort'] : []),
    ...(mayGiveTime(state, you) ? ['give-time'] : []),
    ...(['draw', 'takeback', 'pause', 'resume'] as const).flatMap(mayOffer),
    ...answers,
    ...claims(table, you),
  ];
}

function claims({ state, now }: Situation['table'], you: Parameters<typeof isPlaying>[1]): string[] {
  const away = state.seats.map(({ side }) => ({ side, since: 0, claimableAt: 0 }));
  const presence = { watching: 0, names: [], away };
  const banners = bannersFor({ state, presence, you, called: false, now: now + 15_000 });
  return banners.some(({ kind }) => kind === 'away') ? ['claim awaited absent'] : [];
}

function waitingCommands(state: Situation['table']['state'], by: Player): string[] {
  const { fills, invited, leaves, starts, sits, vacant } = waitingActions(state, by.id, sideOf(state, by.id));
  return [
    ...(vacant.some(sits) ? ['sit'] : []),
    ...(fills ? ['seat-computer'] : []),
    ...(invited ? ['decline'] : []),
    ...(leaves ? ['leave'] : []),
    ...(starts ? ['start'] : []),
  ];
}

describe.each(situations().map((situation) => [situation.name, situation] as const))('%s', (_, situation) => {
  const rights = Map.groupBy(rightsIn(situation), ({ actor }: Right) => actor);
  const people = situation.actors.flatMap(([actor, by]) => (by === null ? [] : [[actor, by] as const]));
  test.each(people)('the page offers to %s what the server accepts', (actor, by) => {
    const accepted = (rights.get(actor) ?? []).flatMap(({ command, outcome }) =>
      outcome.ok && !(command in ELSEWHERE) && !isCrossing(situation.table, command) ? [command] : [],
    );
    expect(actionsOf(situation, by).toSorted()).toEqual(accepted.toSorted());
  });
});
