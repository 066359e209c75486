import { type History, historyOutcome, playOn, removeFrom, startHistory } from '../history.ts';
import { legalMoves } from '../legal.ts';
import { SETUP_NAMES, startPosition } from '../named-setups.ts';
import { type Rules, sidesIn } from '../position.ts';

export const EVERY_RULES: readonly Rules[] = [
  { capture: 'standard', sliding: 'standard' },
  { capture: 'rank', sliding: 'standard' },
  { capture: 'standard', sliding: 'not-larger' },
  { capture: 'rank', sliding: 'not-larger' },
];

/** One of the 48 combinations of setup and rules, by any number. */
export function someStart(choice: number): History {
  const setup = SETUP_NAMES[choice % SETUP_NAMES.length] ?? 'long';
  const rules = EVERY_RULES[Math.floor(choice / SETUP_NAMES.length) % EVERY_RULES.length];
  return startHistory(startPosition(setup, rules));
}

/** Each choice plays a legal move or, one time in sixty, a departure; stops at the end of the game. */
export function playChoices(start: History, choices: readonly number[]): History {
  let history = start;
  for (const choice of choices) {
    if (historyOutcome(history)) break;
    history = playChoice(history, choice);
  }
  return history;
}

export function playChoice(history: History, choice: number): History {
  const moves = legalMoves(history.position);
  const number = Math.floor(choice / 60);
  const move = moves[number % moves.length];
  if (choice % 60 === 0 && history.position.seats.length > 2) {
    const sides = sidesIn(history.position);
    return removeFrom(history, sides[number % sides.length] ?? 'south');
  }
  if (!move) throw new Error('a game in progress has a legal move');
  const played = playOn(history, move);
  if (!played.ok) throw new Error(`a legal move was rejected: ${played.error.code}`);
  return played.value;
}
