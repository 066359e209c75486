/** How long each step of a stop may take. Together they are shorter than `all`, after which the process exits anyway. */
export const STOP_MS = {
  /** Load balancers notice that a node is not ready, and send it no more clients. */
  notice: 1_500,
  /** Clients move to another node. */
  handOver: 4_000,
  /** Requests in flight are answered. */
  drain: 3_000,
  /** Pages that are being rendered are finished. */
  pages: 500,
  all: 9_500,
} as const;

/** How long the processes next to play may take for their stop. */
export const CHILD_STOP_MS = {
  /** Mail servers that are still connected finish. */
  mailIn: 3_000,
  all: 5_000,
} as const;
