/**
 * Proves every position of the tactics file again by exhaustive search: it is won or held in exactly that many moves,
 * and only by the listed moves.
 *
 * node bench/engine/tactics/prove.ts [first] [count]
 */
import { printHelpIfAsked } from '../../../tools/help.ts';
import { faultOf } from './check.ts';
import { readTactics } from './positions.ts';

printHelpIfAsked('node bench/engine/tactics/prove.ts [first] [count]: proves the tactics again, by exhaustive search.');

const [first = 1, count = Number.POSITIVE_INFINITY] = process.argv.slice(2).map(Number);
const tactics = readTactics();
const began = performance.now();
let made = 0;
let faults = 0;
for (const [index, tactic] of tactics.entries()) {
  if (index + 1 < first || index + 1 >= first + count) continue;
  const checked = faultOf(tactic);
  made += checked.made;
  if (checked.fault === undefined) continue;
  faults++;
  console.log(`line ${index + 1}: ${checked.fault}`);
}
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`${tactics.length} positions, ${faults} faults; ${(made / 1e6).toFixed(1)} M moves made in ${seconds} s`);
process.exitCode = faults === 0 ? 0 : 1;
