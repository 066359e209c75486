/** Carries messages to all nodes, each once at most and those of one node in order. What is sent while it is away is lost. */
export type Carrier = {
  /** Sends what JSON can say. */
  send(message: object): void;
  /** Calls `listener` with each message, those this node sent among them. */
  listen(listener: (message: unknown) => void): void;
  close(): Promise<void>;
};

export const noCarrier: Carrier = {
  send: () => undefined,
  listen: () => undefined,
  close: async () => undefined,
};
