import { parseArgs } from 'node:util';
import { moveRefusalText, positionRefusalText } from '@terrace/messages';
import {
  DIAGRAM_STYLES,
  err,
  type History,
  isSetupName,
  NOTATIONS,
  ok,
  type Position,
  parsePosition,
  playMoves,
  type Result,
  type Rules,
  SETUP_NAMES,
  startHistory,
  startPosition,
} from '@terrace/rules';

/** Input and output formats of games and positions. */
export const FORMATS = ['position', ...DIAGRAM_STYLES, ...NOTATIONS, 'record'] as const;

const optionHelp = {
  setup: `start setup: ${SETUP_NAMES.join(', ')} (default: long)`,
  position: 'start position as position text, instead of --setup',
  capture: 'standard or rank (default: standard)',
  sliding: 'standard or not-larger (default: standard)',
  depth: 'depth in moves, a whole number',
  moves: 'moves to play, in any notation, separated by spaces',
  style: `${DIAGRAM_STYLES.join(' or ')} (default: walled)`,
  from: `input format: ${FORMATS.join(', ')}`,
  to: 'output format, one of the same',
  text: 'input text (default: standard input)',
} as const;

export type OptionName = keyof typeof optionHelp;

const optionTypes = Object.fromEntries(Object.keys(optionHelp).map((name) => [name, { type: 'string' } as const]));

export const helpLines = (names: readonly OptionName[]): readonly string[] =>
  names.map((name) => `  --${name.padEnd(10)}${optionHelp[name]}`);

export type Options = Partial<Record<OptionName, string>>;

/** Parses the options of a command. An unknown option is refused with a sentence. */
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

/** The start position: `--position` or `--setup` (default `long`), with the house rules. */
export function readStart({
  setup,
  position,
  capture = 'standard',
  sliding = 'standard',
}: Options): Result<Position, string> {
  if (capture !== 'standard' && capture !== 'rank') return err(`--capture must be standard or rank, not ${capture}.`);
  if (sliding !== 'standard' && sliding !== 'not-larger')
    return err(`--sliding must be standard or not-larger, not ${sliding}.`);
  const rules: Rules = { capture, sliding };
  if (position === undefined) {
    const name = setup ?? 'long';
    return isSetupName(name)
      ? ok(startPosition(name, rules))
      : err(`Unknown setup ${name}. The setups are ${SETUP_NAMES.join(', ')}.`);
  }
  if (setup !== undefined) return err('Give either --setup or --position, not both.');
  const read = parsePosition(position, rules);
  return read.ok ? read : err(positionRefusalText(read.error));
}

/** Plays moves separated by white space, in any notation. */
export function readMoves(start: Position, text: string): Result<History, string> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const played = playMoves(startHistory(start), words);
  if (played.ok) return played;
  const { move, text: word, why } = played.error;
  return err(`Move ${move} (${word}): ${moveRefusalText(why)}`);
}
