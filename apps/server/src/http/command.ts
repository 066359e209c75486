import { CommandBody, CommandText } from '@terrace/protocol';
import { z } from 'zod';
import { COST } from '../admission/admission.ts';
import type { CommandLine } from '../commands/index.ts';
import type { PlayerStore } from '../game-service/players.ports.ts';
import { guests } from './access.ts';
import { unwrap } from './refusals.ts';
import { blockOf, type Router, text } from './route.ts';

type Dependencies = {
  readonly commandLine: CommandLine;
  readonly players: PlayerStore;
  readonly now: () => number;
};

const Line = z.union(
  [
    CommandText,
    z.pipe(
      CommandBody,
      z.transform(({ text }) => text),
    ),
  ],
  'JSON must have the form {"text": "..."}',
);

export function addCommandRoute({ tagged }: Router, { commandLine, players, now }: Dependencies): void {
  const route = tagged('Games');
  route('POST', '/api/command', {
    operationId: 'runCommand',
    replyExample: 'AbCdEfGhIjKl: Your move was played.\n',
    access: guests('play'),
    cost: COST.command,
    summary: 'A command as text',
    description: 'For example `move AbCd c-d2-d3`. The reply is text; `help` lists all commands.',
    body: Line,
    consumes: ['text/plain', 'application/json'],
    example: { body: 'help' },
    reply: text('text/plain', 'The result of the command.'),
    refusals: 'text',
    handler: async ({ actor, body, request, reply }) => {
      const arrivedAt = now();
      const by = await players.add(actor.player); // so that others can find the player by name
      const answer = unwrap(await commandLine(body, { by, arrivedAt, address: blockOf(request) }));
      reply.type('text/plain; charset=utf-8');
      return `${answer}\n`;
    },
  });
}
