import * as z from 'zod/mini';
import { GameId } from './ids.ts';
import { MAX_NOTE_LENGTH } from './limits.ts';
import { LongText } from './text.ts';

const Note = z.object({ text: LongText(MAX_NOTE_LENGTH) });

export const noteRequests = {
  /** The sender's private note on a game; empty without one. */
  'note:get': { payload: z.strictObject({ gameId: GameId }), reply: Note },
  /** Sets the note of a player with a seat in the game; an empty text deletes it. Only the sender can see it. */
  'note:set': { payload: z.strictObject({ gameId: GameId, ...Note.shape }), reply: z.object({}) },
} as const;
