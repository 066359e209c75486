import type { Refusal } from '@terrace/protocol';
import { err, ok, type Result, SETUPS, type Side } from '@terrace/rules';
import type { OpenTable } from '../game/open-table.ts';
import { seatsLine, statusText, titleLine } from './format.ts';
import type { CommandArgs } from './grammar.ts';
import { type GameAccess, type Handlers, newCommandId } from './handler.ts';

/** A new game between players by name; their order gives their sides (R11). */
export const createChallenge = (openTable: OpenTable, games: GameAccess): Handlers<'challenge'> => ({
  async challenge(words, { by, arrivedAt }) {
    const seats = seatsOf(words, by.name);
    if (!seats.ok) return seats;
    const { side, reserved } = seats.value;
    const { setup, rules, time } = words;
    const settings = { setup, position: null, rules, time, rated: false, seen: 'public', starts: 'full' } as const;
    const wish = { commandId: newCommandId(), settings, side, reserved: [...reserved], from: null };
    const opened = await openTable(by, wish, arrivedAt);
    if (!opened.ok) return opened;
    const game = await games.at(opened.value.gameId);
    if (!game.ok) return game;
    const { id, state } = game.value;
    return ok([titleLine(id, state.settings), `${seatsLine(state.seats)}.`, statusText(state)].join('\n'));
  },
});

type Seat = { readonly side: Side; readonly name: string };

/** Where the asker sits, and whom the other seats are kept for. */
function seatsOf(
  { users, setup }: CommandArgs['challenge'],
  asker: string,
): Result<{ side: Side; reserved: readonly Seat[] }, Refusal> {
  const names = users.map((name) => name.toLowerCase());
  const twice = users.find((_, i) => names.indexOf(names[i] ?? '') !== i);
  if (twice !== undefined) return err({ code: 'named-twice', name: twice });
  const seats = SETUPS[setup].seats.map((side, i): Seat => ({ side, name: users[i] ?? '' }));
  const own = seats.find(({ name }) => name.toLowerCase() === asker.toLowerCase());
  if (own === undefined) return err({ code: 'not-among-players', name: asker });
  return ok({ side: own.side, reserved: seats.filter((seat) => seat !== own) });
}
