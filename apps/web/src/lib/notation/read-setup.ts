import {
  type DiagramSetupRefusal,
  err,
  ok,
  parseDiagramSetup,
  parseSetup,
  plainNotation,
  type Result,
  type Rules,
  type Setup,
  type SetupTextRefusal,
} from '@terrace/rules';

export type ReadSetup = { readonly kind: 'position' | 'diagram'; readonly setup: Setup };
export type ReadSetupRefusal =
  | { readonly kind: 'position'; readonly why: SetupTextRefusal }
  | { readonly kind: 'diagram'; readonly why: DiagramSetupRefusal };

/** Reads typed or pasted text: one line of position text, or a diagram of either style (R23, R24). */
export function readSetup(text: string, rules: Rules): Result<ReadSetup, ReadSetupRefusal> {
  const trimmed = plainNotation(text).trim();
  if (!trimmed.includes('\n')) {
    const read = parseSetup(trimmed.replace(/\s+/g, ' '), rules);
    return read.ok ? ok({ kind: 'position', setup: read.value }) : err({ kind: 'position', why: read.error });
  }
  // Not trimmed: blanks before the first line are part of a diagram.
  const read = parseDiagramSetup(text, rules);
  return read.ok ? ok({ kind: 'diagram', setup: read.value }) : err({ kind: 'diagram', why: read.error });
}
