import { commandsMessages } from '@terrace/messages/commands';
import { type Refusal, strengthFromName } from '@terrace/protocol';
import { err, ok, type Result, SETUPS, type Side } from '@terrace/rules';
import { gameIdOf } from '../game-service/id.ts';
import type { OpenTable, OrganiseTable } from '../game-service/open-table.ts';
import { seatsLine, statusText, titleLine } from './format.ts';
import type { CommandArgs } from './grammar.ts';
import { type CommandHandlers, commandIdOf, type GameAccess } from './handler.ts';

type Dependencies = {
  readonly openTable: OpenTable;
  readonly organiseTable: OrganiseTable;
  readonly games: GameAccess;
};

/** Opens a table for named players; their order gives their sides (R11). A sender who is not named only organises it. */
export const createChallengeCommand = ({
  openTable,
  organiseTable,
  games,
}: Dependencies): CommandHandlers<'challenge'> => ({
  async challenge(args, sender) {
    const { by, address } = sender;
    const seats = seatsOf(args, by.name);
    if (!seats.ok) return seats;
    const { side, reserved } = seats.value;
    const { setup, rules, time, rated } = args;
    const settings = { setup, position: null, rules, time, rated, seen: 'public', starts: 'full' } as const;
    const table = { commandId: commandIdOf(sender), settings, reserved: [...reserved] };
    const open = async () => {
      const opened =
        side === null
          ? await organiseTable(by, table, address)
          : await openTable(by, { ...table, side, from: null }, address);
      return opened.ok ? games.read(opened.value.gameId) : opened;
    };
    // A repeated line finds its table: it does not count again, and it is not refused because of its first execution.
    const known = sender.commandId && (await games.read(gameIdOf(by.id, sender.commandId)));
    const game = known?.ok ? known : await open();
    if (!game.ok) return game;
    const { id, state } = game.value;
    const organised = side === null ? [commandsMessages().done.organised({ id })] : [];
    return ok(
      [titleLine(id, state.settings), `${seatsLine(state.seats)}.`, statusText(state), ...organised].join('\n'),
    );
  },
});

type Seat = { readonly side: Side; readonly name: string };

/** The named seats other than the sender's, and the sender's side; null if others play. */
function seatsOf(
  { users, setup }: CommandArgs['challenge'],
  sender: string,
): Result<{ side: Side | null; reserved: readonly Seat[] }, Refusal> {
  const names = users.map((name) => name.toLowerCase());
  const twice = users.find((user, i) => names.indexOf(names[i] ?? '') !== i && strengthFromName(user) === undefined);
  if (twice !== undefined) return err({ code: 'named-twice', name: twice });
  if (users.every((user) => strengthFromName(user) !== undefined)) return err({ code: 'only-computers' });
  const seats = SETUPS[setup].seats.map((side, i): Seat => ({ side, name: users[i] ?? '' }));
  const own = seats.find(({ name }) => name.toLowerCase() === sender.toLowerCase());
  return ok({ side: own?.side ?? null, reserved: seats.filter((seat) => seat !== own) });
}
