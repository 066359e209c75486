import { readFileSync } from 'node:fs';
import { isCommandName, PlayerId, USAGE } from '@terrace/protocol';
import { SETUP_NAMES } from '@terrace/rules';
import { expect, test } from 'vitest';
import { helpCommands } from './help.ts';

const sender = { by: { id: PlayerId.parse('player-ann'), name: 'ann' }, arrivedAt: 0, address: '203.0.113.1' };

async function help(about?: string): Promise<string> {
  if (about !== undefined && !isCommandName(about)) throw new Error(`there is no command ${about}`);
  const text = await helpCommands.help({ about }, sender);
  return text.ok ? text.value : '';
}

const page = readFileSync(new URL('../../../../docs/commands.md', import.meta.url), 'utf8');

/** The syntax of commands in the first column of the table, as `help [command]`. */
const documented = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap(
    (row) =>
      row
        .replaceAll('\\|', '/')
        .split('|')[1]
        ?.match(/`[^`]+`/g) ?? [],
  )
  .map((syntax) => syntax.slice(1, -1).replaceAll('/', '|'));

test('docs/commands.md lists exactly the commands of help', async () => {
  expect(documented.map((syntax) => syntax.split(' ')[0]).sort()).toEqual(Object.keys(USAGE).sort());
  const overview = await help();
  for (const usage of Object.values(USAGE)) expect(overview).toContain(usage);
});

test.each(Object.entries(USAGE))('help %s explains every option of its syntax', async (name, usage) => {
  const [syntax, text] = (await help(name)).split('\n\n');
  expect(syntax).toBe(usage);
  for (const [option] of usage.matchAll(/-[a-z]+(=[A-Z+]+)?/g)) expect(text).toContain(option);
});

test('help challenge lists every setup', async () => {
  const text = await help('challenge');
  for (const setup of SETUP_NAMES) expect(text).toContain(`-${setup}`);
});
