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

/** Formats a game, or where it stands, can be read from and written in. */
export const FORMATS = ['position', ...DIAGRAM_STYLES, ...NOTATIONS, 'record'] as const;

/** Every option with what `help` says of it. */
const optionHelp = {
  setup: `where to begin: ${SETUP_NAMES.join(', ')}; long if left away`,
  position: 'where to begin, as position text, instead of --setup',
  capture: 'standard or rank; standard if left away',
  sliding: 'standard or not-larger; standard if left away',
  depth: 'how many moves deep, a whole number',
  moves: 'the moves to play, in any notation, with blanks between',
  style: `${DIAGRAM_STYLES.join(' or ')}; walled if left away`,
  from: `what is read: ${FORMATS.join(', ')}`,
  to: 'what is written, one of the same',
  text: 'what is read; standard input if left away',
} as const;

export type OptionName = keyof typeof optionHelp;

const optionTypes = Object.fromEntries(Object.keys(optionHelp).map((name) => [name, { type: 'string' } as const]));

/** The lines of `help` for these options. */
export const helpLines = (names: readonly OptionName[]): readonly string[] =>
  names.map((name) => `  --${name.padEnd(10)}${optionHelp[name]}`);

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
  return read.ok ? read : err(positionRefusalText(read.error));
}

/** Plays moves separated by blanks, in any notation. */
export function readMoves(start: Position, text: string): Result<History, string> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const played = playMoves(startHistory(start), words);
  if (played.ok) return played;
  const { move, text: word, why } = played.error;
  return err(`Move ${move} (${word}): ${moveRefusalText(why)}`);
}
