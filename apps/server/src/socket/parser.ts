import { Decoder, Encoder, PacketType, protocol } from 'socket.io-parser';

/**
 * Lets a connection send one CONNECT packet. Socket.IO would open a second socket on a connection that sends another one
 * before the first is answered. Clients close a connection that was refused or left, and open another one.
 */
class ConnectOnceDecoder extends Decoder {
  constructor() {
    super();
    let hasConnected = false;
    // Called before Socket.IO's own listener. Socket.IO closes a connection whose decoder throws.
    this.on('decoded', ({ type }) => {
      if (type !== PacketType.CONNECT) return;
      if (hasConnected) throw new Error('a connection sends one CONNECT packet');
      hasConnected = true;
    });
  }
}

/** The `parser` option of the Socket.IO server. */
export const connectOnceParser = { protocol, PacketType, Encoder, Decoder: ConnectOnceDecoder };
