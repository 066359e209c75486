import { diagramRefusalText, moveRefusalText, positionRefusalText, recordRefusalText } from '@terrace/messages';
import { analysisMessages } from '@terrace/messages/analysis';
import type { AbstractPlayRefusal } from '#lib/notation/abstract-play.ts';
import type { Recognised, Unrecognised } from '#lib/notation/recognise.ts';
import { eventsOf } from './tree.ts';

export function recognisedMessage(found: Recognised): string {
  const say = analysisMessages().found;
  switch (found.kind) {
    case 'record':
      return say.record({ count: found.record.events.length });
    case 'moves':
      return say.moves[found.notation]({ count: eventsOf(found.history).length });
    default:
      return say[found.kind];
  }
}

export function unrecognisedMessage(why: Unrecognised): string {
  const say = analysisMessages().unread;
  switch (why.kind) {
    case 'nothing':
      return say.nothing;
    case 'unknown':
      return say.unknown({ line: why.line, text: why.text });
    case 'record':
      return 'line' in why.why && why.why.code !== 'header'
        ? say.inLine({ line: why.why.line, why: recordRefusalText(why.why) })
        : recordRefusalText(why.why);
    case 'json':
      return jsonMessage(why.why);
    case 'position':
      return say.inLine({ line: why.line, why: positionRefusalText(why.why) });
    case 'diagram':
      return diagramRefusalText(why.why);
    case 'move':
      return say.move({ line: why.line, move: why.move, text: why.text, why: moveRefusalText(why.why) });
  }
}

function jsonMessage(why: AbstractPlayRefusal): string {
  const say = analysisMessages().unread.json;
  switch (why.code) {
    case 'move':
      return say.move({ move: why.move, text: why.text, why: moveRefusalText(why.why) });
    case 'other-game':
      return say['other-game']({ game: why.game.slice(0, 40) });
    default:
      return say[why.code];
  }
}
