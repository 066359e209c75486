/** Carries texts to the nodes that subscribe to a channel: at most once, and in order per sender and channel. */
export type Carrier = {
  /** @returns the number of subscribers, this node included. Rejects if the text may not have been sent */
  send(channel: string, text: string): Promise<number>;
  /** Resolves when the subscription is active. Rejects while it cannot be, and then activates it as soon as possible. */
  subscribe(channel: string): Promise<void>;
  unsubscribe(channel: string): void;
  /** Calls `listener` with every text of subscribed channels, including this node's own. */
  listen(listener: (channel: string, text: string) => void): void;
  /** Calls `listener` when subscriptions may not be active, so that texts are lost. */
  onInterrupted(listener: () => void): void;
  /** Calls `listener` when subscriptions are active again after an interruption, in which texts were lost. */
  onRestored(listener: () => void): void;
  close(): void;
};
