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
} from '../index.ts';
import { convert } from './convert.ts';
import { type OptionName, type Options, readOptions, readStart } from './options.ts';
import { playAll } from './play-all.ts';

/** What a command prints, without its last line end, or one sentence why it cannot. */
export type CommandResult = Result<string, string>;

interface Command {
  readonly options: readonly OptionName[];
  /** @param input reads what was given on standard input */
  run(options: Options, input: () => string): CommandResult;
}

const startOptions = ['setup', 'capture', 'sliding', 'position'] as const;

const commands: Readonly<Record<string, Command>> = {
  perft: {
    options: [...startOptions, 'depth'],
    run: (options) => {
      const depth = /^\d{1,2}$/.test(options.depth ?? '') ? Number(options.depth) : undefined;
      if (depth === undefined) return err('Say how many moves deep with --depth and a whole number.');
      return withStart(options, (position) => ok(String(perft(position, depth))));
    },
  },
  moves: {
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
    options: [...startOptions, 'moves'],
    run: (options) =>
      withStart(options, (position) => {
        const played = playAll(position, options.moves ?? '');
        if (!played.ok) return played;
        const end = historyOutcome(played.value);
        return ok([formatPosition(played.value.position), ...(end ? [formatOutcome(end)] : [])].join('\n'));
      }),
  },
  show: {
    options: [...startOptions, 'style'],
    run: (options) => {
      const style = DIAGRAM_STYLES.find((one) => one === (options.style ?? 'walled'));
      if (!style) return err(`--style is plain or walled, not ${options.style}.`);
      return withStart(options, (position) => ok(formatDiagram(position, style)));
    },
  },
  convert: {
    options: [...startOptions, 'from', 'to', 'text'],
    run: (options, input) => withStart(options, (position) => convert(position, options, input)),
  },
};

/** Runs one command of the rules tool. */
export function run([name = '', ...args]: readonly string[], input: () => string): CommandResult {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return err(`Give one of the commands ${Object.keys(commands).join(', ')}.`);
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
