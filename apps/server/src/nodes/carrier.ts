/** Carries messages to all nodes: at most once, and in order per sender. Messages are lost while it is down. */
export type Carrier = {
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
