import {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_ACCOUNT_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  type Refusal,
  type StartRefusal,
} from '@terrace/protocol';
import type { Illegal, MoveRefusal } from '@terrace/rules';
import { loadMessages } from '#texts';
import type { Catalogue } from './generated/catalogue.ts';
import { messages } from './generated/messages.ts';
import { sentenceFor } from './sentences.ts';

/** Refusals whose sentences need more parameters. */
type NeedsParameters = 'illegal-move' | 'bad-position' | 'bad-name' | 'bad-password';
const NAME_LENGTH = { minName: MIN_ACCOUNT_NAME_LENGTH, maxName: MAX_ACCOUNT_NAME_LENGTH };
const PASSWORD_LENGTH = { minPassword: MIN_PASSWORD_LENGTH, maxPassword: MAX_PASSWORD_LENGTH };

/** Refusals that a game's page can predict and show without a request. */
type NotNow = Extract<Refusal, { code: keyof Catalogue['notNow'] }>;
const isNotNow = (refusal: Refusal): refusal is NotNow => refusal.code in messages.notNow;

/** Loads the texts that `explain` may need. */
export const loadRefusals = (): Promise<void> => loadMessages('game', 'refusals');

/** What went wrong and what to do about it, in one or two sentences. */
export function explain(refusal: Refusal): string {
  if (refusal.code === 'illegal-move') return illegalMoveText(refusal.why);
  if (isNotNow(refusal)) return sentenceFor<NotNow>(messages.notNow, refusal);
  const { action } = messages.refusals;
  if (refusal.code === 'bad-position') return action['bad-position']({ why: startRefusalText(refusal.why) });
  if (refusal.code === 'bad-name') return action['bad-name']({ ...refusal, ...NAME_LENGTH });
  if (refusal.code === 'bad-password') return action['bad-password']({ ...refusal, ...PASSWORD_LENGTH });
  return sentenceFor<Exclude<Refusal, { code: NeedsParameters | NotNow['code'] }>>(action, refusal);
}

/** Like `explain`, but for API clients, which have no page to reload. */
export function explainToApiClient(refusal: Refusal): string {
  const { program } = messages.refusals;
  if (refusal.code === 'malformed' || refusal.code === 'unknown-event' || refusal.code === 'no-session') {
    return sentenceFor<Extract<Refusal, { code: keyof typeof program }>>(program, refusal);
  }
  return explain(refusal);
}

/** Why a move is illegal, with the square and the reason. */
export const illegalMoveText = (illegal: Illegal): string => sentenceFor<Illegal>(messages.illegal.why, illegal);

/** Why a text is not a move of a position, with the piece actually on the square (R20). */
export const moveRefusalText = (refusal: MoveRefusal): string =>
  refusal.code === 'illegal' ? illegalMoveText(refusal.why) : sentenceFor(messages.illegal.text, refusal);

export const startRefusalText = (refusal: StartRefusal): string =>
  sentenceFor<StartRefusal>({ ...messages.noStart.position, ...messages.noStart.start }, refusal);
