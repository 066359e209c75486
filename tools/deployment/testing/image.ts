import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../../run.ts';

const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.string()).default({}),
      command: z.array(z.string()).default([]),
      entrypoint: z.array(z.string()).default([]),
    }),
  ),
});

/** A service of docker-compose.yml with these settings in .env. */
export function composeService(name: string, settings: Readonly<Record<string, string>> = {}) {
  const filled = (text: string): string =>
    text.replace(/\$\{(\w+)(?::([-?+])([^}]*))?\}/g, (_, asked: string, sign?: string, word = '') =>
      sign === '+' ? (settings[asked] ? word : '') : (settings[asked] ?? word),
    );
  const document: unknown = parse(
    readFileSync(join(root, 'docker-compose.yml'), 'utf8'),
    (_, value: unknown) => (typeof value === 'string' ? filled(value).replaceAll('$$', '$') : value),
    { merge: true },
  );
  const service = Compose.parse(document).services[name];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
}

/** A command of the Dockerfile that is written as a list. */
export function imageCommand(instruction: 'RUN' | 'CMD'): readonly string[] {
  const line = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  return z.array(z.string()).parse(JSON.parse(line?.[1] ?? ''));
}
