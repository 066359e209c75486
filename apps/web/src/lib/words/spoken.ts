/** The shape of a language's words: the same names, each a text or a function that makes one, whatever they say. */
export type Spoken<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Spoken<Said>
    : { readonly [Name in keyof T]: Spoken<T[Name]> };
