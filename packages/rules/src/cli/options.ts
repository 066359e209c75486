import { parseArgs } from 'node:util';
import {
  err,
  isSetupName,
  ok,
  type Position,
  parsePosition,
  type Result,
  type Rules,
  SETUP_NAMES,
  startPosition,
  whyNoPosition,
} from '../index.ts';

const optionTypes = {
  setup: { type: 'string' },
  capture: { type: 'string' },
  sliding: { type: 'string' },
  position: { type: 'string' },
  depth: { type: 'string' },
  moves: { type: 'string' },
  style: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  text: { type: 'string' },
} as const;

export type OptionName = keyof typeof optionTypes;

export type Options = Partial<Record<OptionName, string>>;

/** The options after a command; one it does not know is a fault, told in a sentence. */
export function readOptions(args: readonly string[], allowed: readonly OptionName[]): Result<Options, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: optionTypes, strict: true });
    const options: Options = { ...values };
    const strange = Object.keys(options).find((name) => !allowed.some((one) => one === name));
    return strange === undefined ? ok(options) : err(`This command has no option --${strange}.`);
  } catch (fault) {
    const [sentence = ''] = (fault instanceof Error ? fault.message : String(fault)).split('\n');
    return err(sentence.endsWith('.') ? sentence : `${sentence}.`);
  }
}

/** Where a command begins: `--position`, or `--setup` (long when neither is given), under the house rules named. */
export function readStart({
  setup,
  position,
  capture = 'standard',
  sliding = 'standard',
}: Options): Result<Position, string> {
  if (capture !== 'standard' && capture !== 'rank') return err(`--capture is standard or rank, not ${capture}.`);
  if (sliding !== 'standard' && sliding !== 'not-larger')
    return err(`--sliding is standard or not-larger, not ${sliding}.`);
  const rules: Rules = { capture, sliding };
  if (position === undefined) {
    const name = setup ?? 'long';
    return isSetupName(name)
      ? ok(startPosition(name, rules))
      : err(`There is no setup ${name}; the setups are ${SETUP_NAMES.join(', ')}.`);
  }
  if (setup !== undefined) return err('Give --setup or --position, not both.');
  const read = parsePosition(position, rules);
  return read.ok ? read : err(whyNoPosition(read.error));
}
