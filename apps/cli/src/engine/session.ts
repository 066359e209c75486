import { type Engine, FULL_STRENGTH, STRENGTH_TABLE, searchedGame, type Thought } from '@terrace/engine';
import {
  err,
  formatPosition,
  type History,
  historyOutcome,
  legalMoves,
  type Move,
  ok,
  playMoves,
  type Result,
  squareName,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { readLimits, readNumber, readStart, readStrength, sentences } from './read.ts';

type Session = { history: History; strength: number; seed: number };

/** One line of output, or the reason for a refusal in one sentence. */
type Answer = Result<string, string>;

type Command = {
  readonly usage: string;
  readonly description: string;
  answer(session: Session, words: readonly string[], engine: Engine): Answer | Promise<Answer>;
};

/** A deeper count would take years. */
const MAX_PERFT = 20;

const COMMANDS: Readonly<Record<string, Command>> = {
  position: {
    usage: 'position <setup or position text> [capture standard|rank] [sliding standard|not-larger]',
    description: 'starts a game from this position',
    async answer(session, words) {
      const start = await readStart(words);
      if (!start.ok) return start;
      session.history = startHistory(start.value);
      return DONE;
    },
  },
  play: {
    usage: 'play <from>-<to> ...',
    description: 'plays moves, either all or none',
    async answer(session, words) {
      if (words.length === 0) return err('Give the moves, for example play d2-e2.');
      const played = playMoves(session.history, words);
      if (!played.ok) {
        const { move, text, why } = played.error;
        return err(`Move ${move} (${text}): ${(await sentences()).moveRefusalText(why)}`);
      }
      session.history = played.value;
      return DONE;
    },
  },
  go: {
    usage: 'go [depth N] [nodes N] [movetime MS] [lines N]',
    description: 'searches the position; without a limit, chooses a move at the current level',
    answer({ history, strength, seed }, words, engine) {
      const limits = readLimits(words);
      if (!limits.ok) return limits;
      const { depth, nodes, timeMs } = limits.value;
      const game = searchedGame(history);
      const isLimited = depth !== undefined || nodes !== undefined || timeMs !== undefined;
      const thought = isLimited ? engine.search(game, limits.value) : engine.think(game, strength, { seed });
      return ok(formatThought(history, thought));
    },
  },
  levels: {
    usage: 'levels',
    description: 'lists the levels by name, from 1 (the weakest)',
    answer: (_session, words) =>
      words.length > 0 ? err('levels accepts no arguments.') : ok(STRENGTH_TABLE.map(({ name }) => name).join(' ')),
  },
  level: {
    usage: 'level <number or name>',
    description: 'sets the level for go without a limit; the default is full strength',
    answer(session, words) {
      const strength = readStrength(words);
      if (strength.ok) session.strength = strength.value;
      return strength.ok ? DONE : strength;
    },
  },
  seed: {
    usage: 'seed N',
    description: 'sets the random seed of the levels; the default is 1',
    answer(session, words) {
      const seed = readNumber('seed', words, 0, 2 ** 31 - 1);
      if (seed.ok) session.seed = seed.value;
      return seed.ok ? DONE : seed;
    },
  },
  moves: {
    usage: 'moves',
    description: 'lists the legal moves, or none if the game is over',
    answer({ history }, words) {
      if (words.length > 0) return err('moves accepts no arguments.');
      const { position } = history;
      const moves = historyOutcome(history) ? [] : legalMoves(position);
      return ok(moves.map((move) => formatMove(history, move)).join(' ') || 'none');
    },
  },
  state: {
    usage: 'state',
    description:
      'prints the position text, the rules and the result if the game is over, in a form that position accepts',
    answer({ history }, words) {
      if (words.length > 0) return err('state accepts no arguments.');
      const { capture, sliding } = history.position.rules;
      const end = historyOutcome(history);
      const result = end && (end.kind === 'win' ? `${end.winner} wins: ${end.by}` : `draw: ${end.by}`);
      const here = `${formatPosition(history.position)} capture ${capture} sliding ${sliding}`;
      return ok(result === undefined ? here : `${here} result ${result}`);
    },
  },
  eval: {
    usage: 'eval',
    description: 'evaluates the position for the side to move without searching, in hundredths of the smallest piece',
    answer({ history }, words, engine) {
      if (words.length > 0) return err('eval accepts no arguments.');
      return ok(historyOutcome(history) ? 'none' : String(engine.evaluate(searchedGame(history))));
    },
  },
  perft: {
    usage: 'perft N',
    description: 'counts the sequences of N legal moves',
    answer({ history }, words, engine) {
      const depth = readNumber('perft', words, 0, MAX_PERFT);
      return depth.ok ? ok(String(engine.perft(searchedGame(history), depth.value))) : depth;
    },
  },
};

const DONE: Answer = ok('ok');

export const HELP = [
  ...Object.values(COMMANDS).map(({ usage, description }) => `${usage}: ${description}`),
  'help: lists the commands in one line',
  'quit: ends the program',
].join('\n');

/** @returns answers each line with one line, or undefined after `quit` */
export function createSession(engine: Engine): (line: string) => Promise<string | undefined> {
  const session: Session = { history: startHistory(startPosition('long')), strength: FULL_STRENGTH, seed: 1 };
  return async (line) => {
    const [name = '', ...words] = line.trim().split(/\s+/);
    if (name === 'quit') return undefined;
    if (name === 'help') return HELP.replaceAll('\n', '; ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const names = [...Object.keys(COMMANDS), 'help', 'quit'].join(', ');
    const answer = command
      ? await command.answer(session, words, engine)
      : err(`Unknown command. The commands are ${names}.`);
    return answer.ok ? answer.value : `error ${answer.error.replaceAll('\n', ' ')}`;
  };
}

function formatThought(history: History, { lines, depth, nodes }: Thought): string {
  const [best, ...others] = lines;
  if (!best) return 'bestmove none';
  const pv = (moves: readonly Move[]) => moves.map((move) => formatMove(history, move)).join(' ');
  return [
    `bestmove ${pv(best.moves.slice(0, 1))} score ${best.score} depth ${depth} nodes ${nodes} pv ${pv(best.moves)}`,
    ...others.map(({ score, moves }, index) => `line ${index + 2} score ${score} pv ${pv(moves)}`),
  ].join(' ');
}

function formatMove({ position: { size } }: History, { from, to }: Move): string {
  return `${squareName(size, from)}-${squareName(size, to)}`;
}
