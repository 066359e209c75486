import { HIDDEN, type Integers } from './trainer.ts';

const HEAD = `/**
 * The weights of \`network.ts\`, trained by \`bench/engine/train.ts\`: integers of 16 bits, the offset of 32. \`LINEAR\`, in the
 * order of \`weights.ts\`, is the evaluation that they correct.
 */
`;

export function networkSource({ first, biases, last, offset }: Integers, linear: readonly number[]): string {
  const tables = [
    table('FIRST', first, 'i16'),
    table('BIASES', biases, 'i16'),
    table('LAST', last, 'i16'),
    table('OFFSET', [offset], 'i32'),
    table('LINEAR', linear, 'i32'),
  ];
  return HEAD + tables.join('');
}

function table(name: string, numbers: readonly number[], type: string): string {
  const rows: string[] = [];
  for (let at = 0; at < numbers.length; at += HIDDEN) rows.push(`  ${numbers.slice(at, at + HIDDEN).join(', ')},\n`);
  return `// biome-ignore format: a table\nexport const ${name}: usize = memory.data<${type}>([\n${rows.join('')}], 16);\n`;
}
