import { whyNoStart } from '@terrace/game';
import { explain } from '@terrace/protocol';
import { whyNoDiagram, whyNoMove, whyNoPosition, whyNoRecord, whyNot } from '@terrace/rules';

/** Why something is refused, and what to do about it. In English these are the sentences of the server's own texts. */
export const refusals = { explain, whyNot, whyNoMove, whyNoPosition, whyNoStart, whyNoDiagram, whyNoRecord };
