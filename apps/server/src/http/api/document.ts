import { z } from 'zod';

const Document = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.unknown()),
});

/** The description of the API with those schemas alone that something in it refers to. */
export function described(document: unknown): unknown {
  const whole = Document.parse(document);
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

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)].flatMap(([, name]) => name ?? []);
