/** Sends the documented example of every route, and checks each reply against the API description. */
import type { GameId } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { becomeMember } from '@terrace/testing/members';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();

const Media = z.object({ schema: z.unknown(), example: z.unknown().optional() });
const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), example: z.unknown().optional() })).default([]),
  requestBody: z.object({ content: z.record(z.string(), Media) }).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), Media).optional() })),
});
type Operation = z.infer<typeof Operation>;
const Description = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

const pointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** The body of an operation's example in its first content type. */
function exampleBody({ requestBody }: Operation): { body?: string; type?: string } {
  const [found] = Object.entries(requestBody?.content ?? {});
  if (found === undefined) return {};
  const [type, { example }] = found;
  const isForm = type === 'application/x-www-form-urlencoded';
  const form = () => new URLSearchParams(z.record(z.string(), z.string()).parse(example)).toString();
  return { type, body: typeof example === 'string' ? example : isForm ? form() : JSON.stringify(example) };
}

test('every documented example is understood, and each reply has the documented form', {
  timeout: 240_000,
}, async () => {
  const description = Description.parse(await (await fetch(`${app.url}/api/openapi.json`)).json());
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', ...description });
  const member = await becomeMember(app.url);
  const opponent = await guestAt(app.url);
  const gameId: GameId = await opponent.create({ setup: 'short', time: null }, 'south');
  const values: Readonly<Record<string, string>> = { id: gameId, name: member.player.name };

  const problems: string[] = [];
  let succeeded = 0;
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId, parameters } = operation;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const example = parameters.find((parameter) => parameter.name === name)?.example;
        return encodeURIComponent(
          path.startsWith('/api/games') || name === 'name' ? (values[name] ?? '') : String(example),
        );
      });
      const { body, type } = exampleBody(operation);
      // A guest of its own for each change, because examples such as signing out change who the sender is.
      const cookie = method === 'get' ? member.cookie : (await guestAt(app.url)).cookie;
      const abort = new AbortController();
      const response = await fetch(app.url + filled, {
        method: method.toUpperCase(),
        headers: { cookie, ...(type !== undefined && { 'content-type': type }) },
        redirect: 'manual',
        signal: abort.signal,
        ...(body !== undefined && { body }),
      });
      const contentType = response.headers.get('content-type')?.split(';')[0] ?? '';
      const key = response.ok ? '200' : response.status < 500 ? '4xx' : '5xx';
      const keys = Object.keys(operation.responses);
      const documented = keys.find((each) => each.toLowerCase() === key);
      if (response.ok) succeeded++;
      if (response.status >= 500) problems.push(`${operationId}: ${response.status}`);
      if (contentType !== 'application/json' || response.status === 302) {
        abort.abort();
        continue;
      }
      const reply: unknown = await response.json();
      if (!response.ok && z.object({ refusal: z.object({ code: z.literal('malformed') }) }).safeParse(reply).success) {
        problems.push(`${operationId}: its example is malformed: ${JSON.stringify(reply)}`);
      }
      if (documented === undefined) {
        problems.push(`${operationId}: ${response.status} is not documented`);
        continue;
      }
      const schema = ['paths', path, method, 'responses', documented, 'content', contentType, 'schema'].map(pointer);
      const validate = ajv.getSchema(`api#/${schema.map(encodeURIComponent).join('/')}`);
      if (validate === undefined) problems.push(`${operationId}: a reply in ${contentType} is not documented`);
      else if (!validate(reply)) problems.push(`${operationId}: ${ajv.errorsText(validate.errors)}`);
    }
  }
  expect(problems).toEqual([]);
  expect(succeeded).toBeGreaterThan(30);
});
