import { type Refusal, strengthFromName } from '@terrace/protocol';
import { err, ok, type Result, SETUPS, type Side } from '@terrace/rules';
import type { OpenTable } from '../game-service/open-table.ts';
import { seatsLine, statusText, titleLine } from './format.ts';
import type { CommandArgs } from './grammar.ts';
import { type CommandHandlers, type GameAccess, newCommandId } from './handler.ts';

type Dependencies = { readonly openTable: OpenTable; readonly games: GameAccess };

/** Opens a table for named players; their order gives their sides (R11). */
export const createChallengeCommand = ({ openTable, games }: Dependencies): CommandHandlers<'challenge'> => ({
  async challenge(args, { by, address }) {
    const seats = seatsOf(args, by.name);
    if (!seats.ok) return seats;
    const { side, reserved } = seats.value;
    const { setup, rules, time } = args;
    const settings = { setup, position: null, rules, time, rated: false, seen: 'public', starts: 'full' } as const;
    const options = { commandId: newCommandId(), settings, side, reserved: [...reserved], from: null };
    const opened = await openTable(by, options, address);
    if (!opened.ok) return opened;
    const game = await games.read(opened.value.gameId);
    if (!game.ok) return game;
    const { id, state } = game.value;
    return ok([titleLine(id, state.settings), `${seatsLine(state.seats)}.`, statusText(state)].join('\n'));
  },
});

type Seat = { readonly side: Side; readonly name: string };

function seatsOf(
  { users, setup }: CommandArgs['challenge'],
  sender: string,
): Result<{ side: Side; reserved: readonly Seat[] }, Refusal> {
  const names = users.map((name) => name.toLowerCase());
  const twice = users.find((user, i) => names.indexOf(names[i] ?? '') !== i && strengthFromName(user) === undefined);
  if (twice !== undefined) return err({ code: 'named-twice', name: twice });
  const seats = SETUPS[setup].seats.map((side, i): Seat => ({ side, name: users[i] ?? '' }));
  const own = seats.find(({ name }) => name.toLowerCase() === sender.toLowerCase());
  if (own === undefined) return err({ code: 'not-among-players', name: sender });
  return ok({ side: own.side, reserved: seats.filter((seat) => seat !== own) });
}
