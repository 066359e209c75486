import type { NoteStore } from '../notes/notes.ports.ts';
import type { Queries } from './client.ts';

export const createNoteStore = (prisma: Queries): NoteStore => ({
  async read(gameId, playerId) {
    const where = { gameId_playerId: { gameId, playerId } };
    return (await prisma.gameNote.findUnique({ where }))?.text ?? '';
  },

  async write(gameId, playerId, text, at) {
    const key = { gameId, playerId };
    if (text === '') {
      await prisma.gameNote.deleteMany({ where: key });
      return;
    }
    const data = { text, updatedAt: new Date(at) };
    await prisma.gameNote.upsert({ where: { gameId_playerId: key }, create: { ...key, ...data }, update: data });
  },
});
