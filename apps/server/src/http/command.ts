import { CommandBody, explain, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../accounts/actor.ts';
import type { CommandLine } from '../commands/index.ts';
import { MAX_COMMAND_LENGTH } from '../commands/parse.ts';
import type { PlayerStore } from '../game/store.ts';
import type { RateLimit } from '../rate-limit.ts';
import { refusalOfFault, statusOfMistake } from './errors.ts';
import { sameOrigin } from './origin.ts';
import { statusOf } from './status.ts';

/** Bytes of a body at the most: the longest command, were every character of it escaped in JSON. */
const MOST_BYTES = 4096;

type Services = {
  readonly commandLine: CommandLine;
  readonly people: PlayerStore;
  readonly requestLimit: RateLimit;
  readonly now: () => number;
};

/** `POST /api/command`: a line of text in, text out, for keyboards and programs. */
export async function commandPlugin(app: FastifyInstance, services: Services): Promise<void> {
  const { commandLine, people, requestLimit, now } = services;

  app.setErrorHandler((error, request, reply) => refuse(reply, refusalOf(error, request)));

  app.post(
    '/api/command',
    {
      bodyLimit: MOST_BYTES,
      onRequest: async (request, reply) => {
        const admitted = await admit(request, requestLimit);
        return admitted.ok ? undefined : refuse(reply, admitted.error);
      },
    },
    async (request, reply) => {
      const arrivedAt = now();
      const line = lineOf(request.body);
      if (request.actor === null || !line.ok) return refuse(reply, line.ok ? { code: 'no-session' } : line.error);
      await people.add(request.actor.player); // who never opened a page can be challenged all the same
      const answer = await commandLine(line.value, { by: request.actor.player, arrivedAt });
      return answer.ok ? say(reply, 200, answer.value) : refuse(reply, answer.error);
    },
  );
}

/** Before the body is read: not from another site's page, not too quick, and somebody. */
async function admit({ headers, actor, ip }: FastifyRequest, requestLimit: RateLimit): Promise<Result<Actor, Refusal>> {
  if (!sameOrigin(headers.origin, headers.host)) return err({ code: 'foreign-origin' });
  const tooMany = await requestLimit.consume(actor?.player.id ?? ip);
  if (tooMany !== undefined) return err(tooMany);
  return actor === null ? err({ code: 'no-session' }) : ok(actor);
}

/** The command itself: a body of plain text is one, a body of JSON has one. */
function lineOf(body: unknown): Result<string, Refusal> {
  if (typeof body === 'string') return ok(body);
  const read = CommandBody.safeParse(body);
  return read.success ? ok(read.data.text) : err({ code: 'malformed', problem: 'JSON is written {"text": "..."}' });
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  switch (statusOfMistake(error)) {
    case undefined:
      return refusalOfFault(error, request);
    case 413:
      return { code: 'command-too-long', most: MAX_COMMAND_LENGTH };
    case 415:
      return { code: 'malformed', problem: 'a command is text/plain or application/json' };
    default:
      return { code: 'malformed', problem: 'the body could not be read' };
  }
}

const refuse = (reply: FastifyReply, refusal: Refusal): FastifyReply => say(reply, statusOf(refusal), explain(refusal));

const say = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`);
