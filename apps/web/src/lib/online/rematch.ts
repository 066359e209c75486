import type { GameState } from '@terrace/game';
import { consenters } from '@terrace/game';
import { messages } from '@terrace/messages';
import { isCorrespondence, type LoggedEvent, type Presence } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

export type Rematch =
  | { readonly kind: 'none' }
  | { readonly kind: 'mine'; readonly agreed: number }
  | { readonly kind: 'theirs'; readonly by: Side; readonly agreed: number }
  | { readonly kind: 'declined'; readonly by: Side }
  | { readonly kind: 'begun' };

/** @param newEvents the latest events; only they name the side that declined */
export function rematchOf(state: GameState, newEvents: readonly LoggedEvent[], you: Side | undefined): Rematch {
  if (state.next !== null) return { kind: 'begun' };
  const open = state.offers.rematch;
  if (open === undefined) {
    const by = newEvents.flatMap(({ event }) =>
      event.type === 'refused' && event.offer === 'rematch' ? [event.side] : [],
    )[0];
    return by === undefined || by === you ? { kind: 'none' } : { kind: 'declined', by };
  }
  const agreed = open.agreed.length;
  const answered = you !== undefined && open.agreed.includes(you);
  return answered ? { kind: 'mine', agreed } : { kind: 'theirs', by: open.by, agreed };
}

/** Absent players whose consent is required; none in correspondence games. */
const absentConsenters = ({ settings }: GameState, { away }: Presence, you: Side): readonly Side[] =>
  isCorrespondence(settings.time) ? [] : away.flatMap(({ side }) => (side === you ? [] : [side]));

/** The state of the rematch in a sentence, if there is something to say. */
export function rematchText(
  rematch: Rematch,
  state: GameState,
  presence: Presence,
  you: Side | undefined,
): string | undefined {
  const of = consenters(state, 'rematch').length;
  const gone = you === undefined ? [] : absentConsenters(state, presence, you);
  switch (rematch.kind) {
    case 'none':
      return gone.length === 0 ? undefined : messages.ending.rematch.gone({ sides: gone, n: gone.length });
    case 'begun':
      return messages.ending.rematch.begun;
    case 'declined':
      return messages.ending.rematch.declined({ by: rematch.by });
    case 'theirs':
      return of > 2
        ? messages.ending.rematch.theirsOfMany({ by: rematch.by, agreed: rematch.agreed, of })
        : messages.ending.rematch.theirs({ by: rematch.by });
    case 'mine': {
      const [other] = state.seats.flatMap(({ side }) => (side === you ? [] : [side]));
      if (of > 2 || other === undefined) return messages.ending.rematch.mineOfMany({ agreed: rematch.agreed, of });
      return gone.includes(other)
        ? messages.ending.rematch.mineGone({ side: other })
        : messages.ending.rematch.mine({ side: other });
    }
  }
}
