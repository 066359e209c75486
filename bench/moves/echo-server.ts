/** Baseline for a Socket.IO server: broadcasts messages with the shape of a move to a room. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.on('watch', async (room: string, ack: (answer: unknown) => void) => {
    await socket.join(room);
    ack({ ok: true });
  });
  let seq = 0;
  socket.on('game:command', ({ gameId, commandId, command }, ack: (answer: unknown) => void) => {
    seq += 1;
    const event = { type: 'moved', ply: command.ply, from: command.from, to: command.to, remainingMs: 300_000 };
    const events = [{ seq, at: Date.now(), by: 'bench-player-0001', commandId, event }];
    io.to(gameId).emit('game:events', { gameId, events, now: Date.now() });
    ack({ ok: true, value: { seq } });
  });
});
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  if (address !== null && typeof address === 'object') console.log(`listening at http://127.0.0.1:${address.port}`);
});
