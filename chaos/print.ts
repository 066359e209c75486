import type { Violations } from './check.ts';

const NAMES: { readonly [K in keyof Violations]: string } = {
  acked: 'acknowledged commands: not once in the log, or not as it was said',
  told: 'tellings: an event not with every watching socket within 6 s of recovery',
  logs: 'logs: do not replay by the rules, or were told otherwise',
  charged: 'clocks: charged for what the server did',
  flags: 'flags: fallen before their deadline',
  stamps: 'stamps: an event not between its sending and its answer',
  away: 'presence: somebody away who was there',
};

/** Prints each violation, and the count of each kind. */
export function printViolations(violations: Violations): void {
  for (const found of Object.values(violations).flat()) console.log(`violation: ${found}`);
  console.log('\n| violations of | count |\n|---|---|');
  for (const [kind, name] of Object.entries(NAMES)) {
    console.log(`| ${name} | ${violations[kind as keyof Violations].length} |`);
  }
}
