import * as z from 'zod/mini';
import { Command, CreateTable, FromGame } from './game.ts';
import { CommandId, GameId, PlayerId, SideName, SquareName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { SomeSettings } from './settings.ts';
import { OpaqueText } from './text.ts';

/** `POST /api/games`: missing fields have default values. */
export const NewTable = z
  .strictObject({
    commandId: z.optional(CommandId).register(openApiRegistry, {
      description: 'A repeated id returns the same table instead of opening another one.',
    }),
    settings: z._default(SomeSettings, {}),
    side: z
      ._default(z.nullable(SideName), null)
      .register(openApiRegistry, { description: 'Your own seat; null is random.' }),
    reserved: z
      ._default(CreateTable.shape.reserved, [])
      .register(openApiRegistry, { description: 'Seats reserved for players.' }),
    computers: CreateTable.shape.computers.register(openApiRegistry, {
      description: 'Seats for computers, which take them at once. A rated table cannot have any.',
    }),
    from: z
      ._default(z.nullable(FromGame), null)
      .register(openApiRegistry, { description: 'Start from the position of this game before this move.' }),
  })
  .register(openApiRegistry, { id: 'NewTable' });

/** `POST /api/games/:id/commands`. A repeated `commandId` gets the first response again. */
export const GameCommand = z
  .strictObject({ commandId: CommandId, command: Command })
  .register(openApiRegistry, { id: 'GameCommand' });

/** `GET /api/games/:id/moves`: the legal moves of the side to move; none unless the game is in progress. */
export const LegalMoves = z
  .object({
    id: GameId,
    status: z.enum(['open', 'live', 'over', 'closed']),
    ply: z.int().check(z.positive()),
    turn: z.nullable(SideName),
    player: z.nullable(PlayerId),
    moves: z.array(z.object({ from: SquareName, to: SquareName, text: z.string() })),
    diagram: z.optional(z.string()),
  })
  .register(openApiRegistry, {
    id: 'LegalMoves',
    description:
      'The side to move, its player and its legal moves; `text` is in the notation of game records unless another one is asked for.',
  });

/** Trimmed, because shells add whitespace. Accepts more than the limit, so that a longer text gets its own refusal. */
export const CommandText = z.pipe(
  z.pipe(
    z.string(),
    z.transform((line) => line.trim()),
  ),
  OpaqueText(16_000),
);

/** `POST /api/command` as JSON; as plain text, the body is the command itself. */
export const CommandBody = z.strictObject({ text: CommandText });
