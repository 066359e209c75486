import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { WebhookEvent } from '@terrace/protocol';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { startTestApp } from '../testing/app.ts';

let url: string;
let routes: Awaited<ReturnType<typeof startTestApp>>['routes'];
let source: string;
beforeAll(async () => {
  const database = await freshDatabase();
  const app = await startTestApp(database.url);
  ({ url, routes } = app);
  source = await (await fetch(`${url}/api/openapi.json`)).text();
  await app.close(); // the linters block the event loop for longer than Postgres connections survive
  await database.drop();
});

test('the API description follows Redocly’s recommended rules', async () => {
  const rules = {
    'no-server-example.com': 'off',
    'no-empty-servers': 'error',
    'operation-operationId-unique': 'error',
  } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('the API description is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(source));
  expect(result).toEqual({ valid: true });
});

const Description = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
});

test('the API description has all routes that are not hidden and the URL of its request', () => {
  const { servers, paths } = Description.parse(JSON.parse(source));
  expect(servers).toEqual([{ url: url }]);
  const described = Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId));
  const declared = routes.filter(({ hidden }) => !hidden).map(({ operationId }) => operationId);
  expect(described.sort()).toEqual(declared.sort());
});

test('programs in other languages can use all patterns of the API description', async () => {
  const patterns = [
    ...new Set([...source.matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(([, text = '""']) => text)),
  ];
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((text) => /\(\?[=!<]|\\\\[pPku1-9]/.test(text))).toEqual([]);
  const program = 'import json, re, sys\nfor pattern in json.load(sys.stdin): re.compile(pattern)';
  const python = promisify(execFile)('python3', ['-c', program]);
  python.child.stdin?.end(`[${patterns.join()}]`);
  await expect(python).resolves.toMatchObject({ stderr: '' });
});

test('replies and forms are described as what they are, JSON objects as objects', () => {
  const described = z
    .object({
      paths: z.object({
        '/api/account/export': z.object({ get: z.object({ responses: z.unknown() }) }),
        '/api/openapi.json': z.object({ get: z.object({ responses: z.unknown() }) }),
        '/unsubscribe/{token}': z.object({ post: z.object({ requestBody: z.unknown() }) }),
      }),
    })
    .parse(JSON.parse(source)).paths;
  const json = { content: { 'application/json': { schema: { type: 'object' } } } };
  expect(described['/api/account/export'].get.responses).toMatchObject({ 200: json });
  expect(described['/api/openapi.json'].get.responses).toMatchObject({ 200: json });
  const form = { schema: { type: 'object', properties: { 'List-Unsubscribe': { enum: ['One-Click'] } } } };
  expect(described['/unsubscribe/{token}'].post.requestBody).toMatchObject({
    content: { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form },
  });
});

const Replies = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        responses: z.object({
          200: z.object({ content: z.record(z.string(), z.object({ example: z.unknown() })) }),
        }),
      }),
    ),
  ),
});

test('every route has an example of its reply, which its schema accepts', () => {
  const { paths } = Replies.parse(JSON.parse(source));
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const problems = operations.flatMap(({ operationId, responses }) => {
    const reply = routes.find((route) => route.operationId === operationId)?.reply;
    return Object.entries(responses[200].content).flatMap(([type, { example }]) => {
      if (example === undefined) return [`${operationId}: no example`];
      const schema = reply !== undefined && 'content' in reply ? reply.content[type]?.schema : reply;
      const parsed = schema === undefined ? undefined : z.safeParse(schema, example);
      return parsed?.success === false ? [`${operationId}: ${z.prettifyError(parsed.error)}`] : [];
    });
  });
  expect(problems).toEqual([]);
});

test('the description has an example of what webhooks receive', () => {
  const { webhooks } = z
    .object({
      webhooks: z.object({
        notification: z.object({
          post: z.object({
            requestBody: z.object({ content: z.record(z.string(), z.object({ example: z.unknown() })) }),
          }),
        }),
      }),
    })
    .parse(JSON.parse(source));
  const { example } = webhooks.notification.post.requestBody.content['application/json'] ?? {};
  expect(WebhookEvent.safeParse(example).error).toBeUndefined();
});
