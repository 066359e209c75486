import { now } from './host';

export let nodes: f64 = 0;
export let stopped: bool = false;

let maxNodes: f64 = Infinity;
let deadline: f64 = Infinity;
let untilClock: i32 = 0;

/** Nodes between two reads of the clock. */
const CLOCK_EVERY: i32 = 2048;

export function begin(): void {
  nodes = 0;
  stopped = false;
  setLimits(Infinity, Infinity);
}

/** Limits the search by nodes and by the time of `now`. */
export function setLimits(nodeLimit: f64, until: f64): void {
  maxNodes = nodeLimit;
  deadline = until;
  untilClock = CLOCK_EVERY;
}

/** Counts a node. @returns whether the search must stop */
export function countNode(): bool {
  nodes += 1;
  if (nodes >= maxNodes) stopped = true;
  if (--untilClock === 0) {
    untilClock = CLOCK_EVERY;
    if (deadline !== Infinity && now() >= deadline) stopped = true;
  }
  return stopped;
}
