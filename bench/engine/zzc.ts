// dump: score of searched position, result, left
import { writeFileSync } from 'node:fs';
import { seededIntegers } from '../../packages/rules/src/testing/random.ts';
import { engineOf } from './players.ts';
import { readSelfPlay } from './samples.ts';
import { rulesOf } from './tactics/positions.ts';
const [file, nodes, count, out] = process.argv.slice(2);
const engine = engineOf();
const lines = [...readSelfPlay([file!])];
const random = seededIntegers(3);
const rows: string[] = [];
for (let i = 0; i < Number(count); i++) {
  const line = lines[random() % lines.length]!;
  const [best] = engine.search({ rules: rulesOf(line.rules), position: line.position, earlier: [] }, { nodes: Number(nodes) }).lines;
  if (best) rows.push(`${best.score} ${line.result} ${line.left} ${line.game} ${line.position}`);
}
writeFileSync(out!, rows.join('\n'));
