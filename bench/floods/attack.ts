/** One flood from one address, in its own process: `node bench/floods/attack.ts JSON`. Prints the counts as JSON. */
import { printHelpIfAsked } from '../../tools/help.ts';
import { ATTACKS } from './attacks.ts';
import { createAttacker } from './client.ts';
import type { Fixtures } from './fixtures.ts';

printHelpIfAsked('node bench/floods/attack.ts JSON: one flood of bench/floods.ts, which runs it.');

export type Order = Fixtures & {
  readonly attack: string;
  readonly url: string;
  readonly address: string;
  readonly secret: string;
  readonly seconds: number;
};

const order: Order = JSON.parse(process.argv[2] ?? '{}');
const attacker = createAttacker(order);
// Missing answers must not prolong the flood.
const tooLong = setTimeout(finish, order.seconds * 1000 + 500);
await ATTACKS[order.attack]?.(attacker, order);
clearTimeout(tooLong);
finish();

function finish(): void {
  process.stdout.write(`${JSON.stringify(attacker.counts)}\n`, () => process.exit(0));
}
