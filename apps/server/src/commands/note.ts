import { commandsMessages } from '@terrace/messages/commands';
import { ok } from '@terrace/rules';
import type { Notes } from '../notes/notes.ts';
import { type CommandHandlers, type GameAccess, onceOf } from './handler.ts';

type Dependencies = { readonly notes: Notes; readonly games: GameAccess };

/** Private notes, of players only. */
export const createNoteCommand = ({ notes, games }: Dependencies): CommandHandlers<'note'> => ({
  note: games.withGame(async ({ text }, sender, { id }) => {
    const { by } = sender;
    const texts = commandsMessages().note;
    if (text === undefined) return ok((await notes.read(id, by.id)).text || texts.none);
    const written = await notes.write(id, by.id, { text }, onceOf(sender));
    return written.ok ? ok(text === '' ? texts.cleared : texts.saved) : written;
  }),
});
