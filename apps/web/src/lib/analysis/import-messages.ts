import type { Recognised, Unrecognised } from '#lib/record/recognise.ts';
import { analysisWords } from '#lib/words/pages/analysis.ts';
import { eventsOf } from './tree.ts';

/** What a text was found to be, in a sentence. */
export function recognisedMessage(found: Recognised): string {
  const say = analysisWords().found;
  switch (found.kind) {
    case 'record':
      return say.record(found.record.events.length);
    case 'moves':
      return say.moves[found.notation](eventsOf(found.history).length);
    default:
      return say[found.kind];
  }
}

/** Why a text cannot be read, in a sentence that names the line. */
export function unrecognisedMessage(why: Unrecognised): string {
  const say = analysisWords().unread;
  switch (why.kind) {
    case 'nothing':
      return say.nothing;
    case 'unknown':
      return say.unknown(why.line, why.text);
    case 'record':
      return say.record(why.why);
    case 'position':
      return say.position(why.line, why.why);
    case 'diagram':
      return say.diagram(why.why);
    case 'move':
      return say.move(why.line, why.move, why.text, why.position, why.why);
  }
}
