/** Colyseus, unmodified: rooms without a state, which broadcast each move. */
import { createServer } from 'node:http';
import { type Client, Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

class Relay extends Room {
  override onCreate(): void {
    this.onMessage('move', (_mover: Client, moved: unknown) => this.broadcast('moved', moved));
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define('relay', Relay);
await server.listen(0, '127.0.0.1');
const address = http.address();
if (address !== null && typeof address === 'object') console.log(`listening at http://127.0.0.1:${address.port}`);
