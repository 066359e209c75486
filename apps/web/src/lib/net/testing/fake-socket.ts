import type { Socket } from 'socket.io-client';

type Listener = (raw?: unknown) => void;

/** A socket for tests of the connection, driven by the test. It records what the connection does with it. */
export class FakeSocket {
  connected = false;
  /** Whether Socket.IO reconnects by itself. */
  active = true;
  /** How often the connection has reconnected it. */
  reconnects = 0;
  /** Whether the connection has closed it. */
  isClosed = false;
  /** What answers a request; the server's time, unless a test sets it. */
  answer: () => Promise<unknown> = async () => ({ ok: true, value: { now: 0 } });
  readonly #listeners = new Map<string, Listener>();

  get asSocket(): Socket {
    return this as unknown as Socket;
  }

  on(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  onAny(): void {}

  timeout() {
    return { emitWithAck: () => this.answer() };
  }

  connect(): void {
    this.reconnects += 1;
  }

  disconnect(): void {
    this.isClosed = true;
    if (this.connected) this.#end();
  }

  /** The server accepts the connection. */
  accept(): void {
    [this.connected, this.active] = [true, true];
    this.#call('connect');
  }

  /** The server refuses the connection. */
  rejectConnection(): void {
    this.active = false;
    this.#call('connect_error');
  }

  /** The server closes the connection. */
  closeFromServer(): void {
    this.active = false;
    this.#end();
  }

  /** The network breaks the connection. */
  breakConnection(): void {
    this.#end();
  }

  /** The server announces that it is stopping, and within how many ms its clients should move to another one. */
  stopServer(spreadMs: number): void {
    this.#call('server:stopping', { spreadMs });
  }

  #end(): void {
    this.connected = false;
    this.#call('disconnect');
  }

  #call(name: string, raw?: unknown): void {
    this.#listeners.get(name)?.(raw);
  }
}
