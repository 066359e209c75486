import type { Violations } from './check.ts';

const NAMES: { readonly [K in keyof Violations]: string } = {
  acked: 'acknowledged commands: missing from the log, duplicated, or not as acknowledged',
  undelivered: 'delivery: an event not received by every watching socket within 6 s of recovery',
  logs: 'logs: do not replay by the rules, or were delivered differently',
  charged: 'clocks: charged for an outage',
  flags: 'flags: fell before their deadline',
  stamps: 'stamps: an event not stamped between its sending and its answer',
  absent: 'presence: a connected player shown as absent',
  unannounced: 'notifications: an end of a game not announced once to each player',
  ended: 'processes: a server or its child that ended by itself',
};

/** Prints each violation, and the count of each kind. */
export function printViolations(violations: Violations): void {
  for (const found of Object.values(violations).flat()) console.log(`violation: ${found}`);
  console.log('\n| violations of | count |\n|---|---|');
  for (const [kind, name] of Object.entries(NAMES)) {
    console.log(`| ${name} | ${violations[kind as keyof Violations].length} |`);
  }
}
