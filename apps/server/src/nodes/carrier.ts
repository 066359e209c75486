/**
 * Carries messages to all nodes: each at most once, those of one sender in order. Messages are lost while it is down.
 */
export type Carrier = {
  /** Sends a message that JSON can represent. */
  send(message: object): void;
  /** Calls `listener` with every message, including this node's own. */
  listen(listener: (message: unknown) => void): void;
  close(): Promise<void>;
};

export const noCarrier: Carrier = {
  send: () => undefined,
  listen: () => undefined,
  close: async () => undefined,
};
