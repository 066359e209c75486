import type { Socket } from 'socket.io-client';

type Listener = (raw?: unknown) => void;

export class FakeSocket {
  connected = false;
  /** Whether Socket.IO reconnects automatically. */
  active = true;
  reconnects = 0;
  isClosed = false;
  /** Answers requests; by default with the server time 0. */
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

  accept(): void {
    [this.connected, this.active] = [true, true];
    this.#call('connect');
  }

  rejectConnection(): void {
    this.active = false;
    this.#call('connect_error');
  }

  closeFromServer(): void {
    this.active = false;
    this.#end();
  }

  breakConnection(): void {
    this.#end();
  }

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
