import * as z from 'zod/mini';
import { GameId } from './ids.ts';
import { MAX_NOTE_LENGTH, MAX_VARIATION_MOVES } from './limits.ts';
import { LongText } from './text.ts';

const Note = z.object({ text: z.string() });

export const NoteText = LongText(MAX_NOTE_LENGTH);

/** A node of a tree of variations: its depth, and the squares of its move or the side that leaves the game. */
const VariationMove = z.string().check(z.regex(/^[1-9]\d{0,3} (?:[a-h][1-8][a-h][1-8]|-(?:south|west|north|east))$/));

/** In preorder, from the start of the game. */
const Variations = z.object({ moves: z.array(VariationMove).check(z.maxLength(MAX_VARIATION_MOVES)) });

export const noteRequests = {
  /** The sender's private note on a game; empty without one. */
  'note:get': { payload: z.strictObject({ gameId: GameId }), reply: Note },
  /** Sets the note of a player with a seat in the game; an empty text deletes it. Only the sender can see it. */
  'note:set': { payload: z.strictObject({ gameId: GameId, text: NoteText }), reply: z.object({}) },
  /** The sender's private variations on a game. */
  'variations:get': { payload: z.strictObject({ gameId: GameId }), reply: Variations },
  /** Replaces the variations of a player with a seat in the game. Their moves are not checked by the rules. */
  'variations:set': { payload: z.strictObject({ gameId: GameId, ...Variations.shape }), reply: z.object({}) },
} as const;
