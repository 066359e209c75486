/** Baseline for a lobby on Socket.IO: one room; each `send` becomes one frame to all of it. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.on('watch', async (ack: () => void) => {
    await socket.join('room');
    ack();
  });
  socket.on('send', (padding: string) => io.to('room').emit('sent', { at: Date.now(), padding }));
});
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  if (address !== null && typeof address === 'object') console.log(`listening at http://127.0.0.1:${address.port}`);
});
