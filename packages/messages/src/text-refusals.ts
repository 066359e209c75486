import type { DiagramRefusal, PositionRefusal, PositionTextRefusal, RecordRefusal } from '@terrace/rules';
import type { Catalogue } from './generated/catalogue.ts';
import { messages } from './generated/messages.ts';
import { moveRefusalText } from './refusals.ts';
import { sentenceFor } from './sentences.ts';

/** Why a position cannot be used, with the square where possible. */
export const positionRefusalText = (refusal: PositionTextRefusal): string =>
  sentenceFor(messages.noStart.position, refusal);

/** Why a text is not a diagram of a position (R23). */
export const diagramRefusalText = (refusal: DiagramRefusal): string =>
  sentenceFor<DiagramRefusal>({ ...messages.noStart.position, ...messages.refusals.diagram }, refusal);

/** Why a text is not a game record (R25), with the move's number. */
export function recordRefusalText(refusal: RecordRefusal): string {
  const { record } = messages.refusals;
  if (refusal.code === 'start') return record.start({ why: positionRefusalText(refusal.why) });
  if (refusal.code === 'move') return record.move({ ...refusal, why: moveRefusalText(refusal.why) });
  return sentenceFor(record, refusal);
}

/** Why a position cannot be played, and how to fix it. @param check the editor's sentences, which only its page loads */
export const editorCheckText = (refusal: PositionRefusal, check: Catalogue['editor']['check']): string =>
  refusal.code === 'quiet'
    ? check.quiet({ quiet: refusal.quiet, most: refusal.limit - 1 })
    : sentenceFor<Exclude<PositionRefusal, { code: 'quiet' }>>({ ...messages.noStart.position, ...check }, refusal);
