/** One result of a check, such as `dkim=pass header.d=mail.example`. Names and the outcome are in lower case. */
export type MethodResult = {
  readonly method: string;
  readonly outcome: string;
  readonly properties: ReadonlyMap<string, string>;
};

/** `server` is the authserv-id in lower case. */
export type AuthenticationResults = { readonly server: string; readonly results: readonly MethodResult[] };

type Token =
  | { readonly kind: ';' | '=' | 'space' }
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean };

/** Parses the value of an Authentication-Results header (RFC 8601). @returns undefined if it is malformed */
export function parseAuthenticationResults(value: string): AuthenticationResults | undefined {
  const tokens = tokensOf(value);
  if (tokens === undefined) return undefined;
  const [first = [], ...others] = split(tokens, ';');
  const [server, version, ...more] = split(first, 'space').filter((word) => word.length > 0);
  const name = server && textOf(server);
  const isVersioned = version === undefined || /^\d+$/.test(textOf(version) ?? '');
  if (name === undefined || !isVersioned || more.length > 0) return undefined;
  return { server: name.toLowerCase(), results: others.flatMap((each) => resultOf(each) ?? []) };
}

/** Comments, which may be nested, count as spaces. */
function tokensOf(value: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < value.length; ) {
    const character = value[at] ?? '';
    if (character === '"' || character === '(') {
      const end = character === '"' ? endOfQuote(value, at) : endOfComment(value, at);
      if (end === undefined) return undefined;
      const inside = value.slice(at + 1, end - 1);
      if (character === '(') addSpace(tokens);
      else tokens.push({ kind: 'text', text: inside.replace(/\\(.)/gs, '$1'), isQuoted: true });
      at = end;
    } else if (character === ';' || character === '=') {
      tokens.push({ kind: character });
      at += 1;
    } else {
      const [text = ''] = /^(?:\s+|[^\s;="()]+|\))/.exec(value.slice(at, at + 1000)) ?? [];
      if (text === ')') return undefined;
      if (text.trim() === '') addSpace(tokens);
      else tokens.push({ kind: 'text', text, isQuoted: false });
      at += text.length;
    }
  }
  return tokens;
}

function addSpace(tokens: Token[]): void {
  if (tokens.at(-1)?.kind !== 'space') tokens.push({ kind: 'space' });
}

/** The index after the closing quote. */
function endOfQuote(value: string, start: number): number | undefined {
  for (let at = start + 1; at < value.length; at++) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === '"') return at + 1;
  }
  return undefined;
}

/** The index after the closing bracket of the outer comment. */
function endOfComment(value: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < value.length; at++) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === '(') depth += 1;
    else if (value[at] === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function split(tokens: readonly Token[], at: Token['kind']): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === at) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** The joined text of tokens without spaces; undefined if it is empty. */
function textOf(tokens: readonly Token[]): string | undefined {
  const text = tokens.map((token) => (token.kind === 'text' ? token.text : token.kind)).join('');
  return text === '' ? undefined : text;
}

/** `method[/version] = outcome`, then properties. A property given twice makes the result ambiguous. */
function resultOf(tokens: readonly Token[]): MethodResult | undefined {
  const [first, ...others] = assignmentsOf(tokens) ?? [];
  if (first === undefined) return undefined;
  const properties = new Map<string, string>();
  for (const { name, value } of others) {
    if (properties.has(name)) return undefined;
    properties.set(name, value);
  }
  return { method: first.name.replace(/\/.*$/s, ''), outcome: first.value.toLowerCase(), properties };
}

type Assignment = { readonly name: string; readonly value: string };

/** Words of the form `name = value`, with or without spaces around the sign; undefined if there is anything else. */
function assignmentsOf(tokens: readonly Token[]): readonly Assignment[] | undefined {
  const assignments: Assignment[] = [];
  const words = wordsOf(tokens);
  for (const word of words) {
    const [name, sign, ...value] = word;
    const text = textOf(value);
    if (name?.kind !== 'text' || name.isQuoted || sign?.kind !== '=' || text === undefined) return undefined;
    assignments.push({ name: name.text.toLowerCase(), value: text });
  }
  return assignments;
}

/** Splits at spaces, except around the first sign of a word. */
function wordsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const words: Token[][] = [];
  let word: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'space') word.push(token);
    else {
      const isBeforeSign = word.length === 1 && tokens[index + 1]?.kind === '=';
      const isAfterSign = word.length === 2 && word[1]?.kind === '=';
      if (word.length === 0 || isBeforeSign || isAfterSign) continue;
      words.push(word);
      word = [];
    }
  }
  return word.length === 0 ? words : [...words, word];
}
