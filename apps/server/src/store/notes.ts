import * as z from 'zod/mini';
import { Prisma } from '../generated/prisma/client.ts';
import type { NoteStore } from '../notes/notes.ports.ts';
import type { Queries } from './client.ts';
import { executeOnce } from './executed-commands.ts';

const StoredVariations = z.nullable(z.array(z.string()));

export const createNoteStore = (prisma: Queries): NoteStore => ({
  async read(gameId, playerId) {
    const where = { gameId_playerId: { gameId, playerId } };
    const note = await prisma.gameNote.findUnique({ where });
    return { text: note?.text ?? '', variations: StoredVariations.parse(note?.variations ?? null) ?? [] };
  },

  async write(gameId, playerId, change, at, once) {
    const key = { gameId, playerId };
    const isEmpty = 'text' in change ? change.text === '' : change.variations.length === 0;
    const column =
      'text' in change ? { text: change.text } : { variations: isEmpty ? Prisma.DbNull : [...change.variations] };
    const data = { ...column, updatedAt: new Date(at) };
    await executeOnce(prisma, once, async ({ gameNote }) => {
      if (!isEmpty) {
        await gameNote.upsert({ where: { gameId_playerId: key }, create: { ...key, ...data }, update: data });
        return;
      }
      await gameNote.updateMany({ where: key, data });
      await gameNote.deleteMany({ where: { ...key, text: '', variations: { equals: Prisma.DbNull } } });
    });
  },
});
