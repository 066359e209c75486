type Coded = { readonly code: string };
/** A sentence for each code, with the refusal's fields as parameters. */
export type Sentences<R extends Coded> = {
  readonly [Code in R['code']]: string | ((of: Extract<R, { code: Code }>) => string);
};

/** The sentence for the code of a refusal. */
export function sentenceFor<R extends Coded>(sentences: Sentences<R>, refusal: R): string {
  const sentence: string | ((of: never) => string) = sentences[refusal.code as R['code']];
  return typeof sentence === 'string' ? sentence : sentence(refusal as never);
}
