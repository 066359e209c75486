import { commandsMessages } from '@terrace/messages/commands';
import { ok } from '@terrace/rules';
import type { Notes } from '../notes/notes.ts';
import type { CommandHandlers, GameAccess } from './handler.ts';

type Dependencies = { readonly notes: Notes; readonly games: GameAccess };

/** Private notes, of players only. */
export const createNoteCommand = ({ notes, games }: Dependencies): CommandHandlers<'note'> => ({
  note: games.withGame(async ({ text }, { by }, { id }) => {
    const texts = commandsMessages().note;
    if (text === undefined) return ok((await notes.read(id, by.id)).text || texts.none);
    const written = await notes.write(id, by.id, { text });
    return written.ok ? ok(text === '' ? texts.cleared : texts.saved) : written;
  }),
});
