import { z } from 'zod';

const Document = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.unknown()),
});

/**
 * The description of the API as it is given out: with those schemas alone that something in it refers to, and one name
 * for what may be sent and what is answered where both are the same.
 */
export function trimDocument(document: unknown): unknown {
  const whole = Document.parse(JSON.parse(oneName(Document.parse(document))));
  const { schemas } = whole.components;
  const used = new Set<string>();
  let found = namesIn(whole.paths);
  while (found.length > 0) {
    for (const name of found) used.add(name);
    found = found.flatMap((name) => namesIn(schemas[name])).filter((name) => !used.has(name));
  }
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...whole, components: { ...whole.components, schemas: Object.fromEntries(kept) } };
}

/** A schema has a second one for input, named so; where it says nothing else, the first stands for both. */
function oneName(document: z.infer<typeof Document>): string {
  const { schemas } = document.components;
  const plain = (schema: unknown) =>
    JSON.stringify(schema ?? null)
      .replace(/(schemas\/\w+)Input"/g, '$1"')
      .replaceAll(',"additionalProperties":false', '');
  const text = JSON.stringify(document);
  return text.replace(/(#\/components\/schemas\/)(\w+)Input"/g, (whole, path: string, name: string) =>
    plain(schemas[name]) === plain(schemas[`${name}Input`]) ? `${path}${name}"` : whole,
  );
}

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)].flatMap(([, name]) => name ?? []);
