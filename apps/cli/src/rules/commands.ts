import {
  DIAGRAM_STYLES,
  err,
  formatDiagram,
  formatMove,
  formatPosition,
  historyOutcome,
  legalMoves,
  type Outcome,
  ok,
  type Position,
  perft,
  type Result,
} from '@terrace/rules';
import { convert } from './convert.ts';
import { helpLines, type OptionName, type Options, readMoves, readOptions, readStart } from './options.ts';

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The output without the last line break, or the reason for a refusal in one sentence. */
export type CommandResult = Result<string, string>;

interface Command {
  readonly description: string;
  readonly options: readonly OptionName[];
  /** @param input reads standard input */
  run(options: Options, input: () => string): CommandResult;
}

const startOptions = ['setup', 'position', 'capture', 'sliding'] as const;

const commands: Readonly<Record<string, Command>> = {
  perft: {
    description: 'counts the sequences of legal moves',
    options: ['depth', ...startOptions],
    run: (options) => {
      const depth = /^\d{1,2}$/.test(options.depth ?? '') ? Number(options.depth) : undefined;
      if (depth === undefined) return err('Give the depth in moves with --depth and a whole number.');
      return withStart(options, (position) => ok(String(perft(position, depth))));
    },
  },
  moves: {
    description: 'lists the legal moves',
    options: startOptions,
    run: (options) =>
      withStart(options, (position) =>
        ok(
          legalMoves(position)
            .map((move) => formatMove(position, move))
            .sort()
            .join('\n'),
        ),
      ),
  },
  play: {
    description: 'plays moves and prints the position, and the result if the game is over',
    options: ['moves', ...startOptions],
    run: (options) =>
      withStart(options, (position) => {
        const played = readMoves(position, options.moves ?? '');
        if (!played.ok) return played;
        const end = historyOutcome(played.value);
        return ok([formatPosition(played.value.position), ...(end ? [formatOutcome(end)] : [])].join('\n'));
      }),
  },
  show: {
    description: 'draws the board',
    options: ['style', ...startOptions],
    run: (options) => {
      const style = DIAGRAM_STYLES.find((one) => one === (options.style ?? 'walled'));
      if (!style) return err(`--style must be ${anyOf.format(DIAGRAM_STYLES)}, not ${options.style}.`);
      return withStart(options, (position) => ok(formatDiagram(position, style)));
    },
  },
  convert: {
    description: 'converts between positions, diagrams, lists of moves and records',
    options: ['from', 'to', 'text', ...startOptions],
    run: (options, input) => withStart(options, (position) => convert(position, options, input)),
  },
};

const help = [
  'npm run --silent rules -- <command> [--option value ...]',
  ...Object.entries(commands).flatMap(([name, { description, options }]) => [
    '',
    `${name}: ${description}`,
    ...helpLines(options),
  ]),
].join('\n');

export function run([name = '', ...args]: readonly string[], input: () => string): CommandResult {
  if (name === 'help' || name === '--help' || args.includes('--help')) return ok(help);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return err(`Give a command: ${Object.keys(commands).join(', ')}, help.`);
  const options = readOptions(args, command.options);
  return options.ok ? command.run(options.value, input) : options;
}

function withStart(options: Options, then: (position: Position) => CommandResult): CommandResult {
  const begun = readStart(options);
  return begun.ok ? then(begun.value) : begun;
}

/** `south wins: arrival`, `draw: repetition`. */
const formatOutcome = (end: Outcome): string =>
  end.kind === 'win' ? `${end.winner} wins: ${end.by}` : `draw: ${end.by}`;
