import { z } from 'zod';
import { defineEvent, defineRequest } from '../messages.ts';

export const Double = defineRequest('double', z.number(), z.number());

/** Never answered. */
export const Wait = defineRequest('wait', z.object({}), z.number());

export const Misbehave = defineEvent(
  'misbehave',
  z.enum([
    'throw',
    'reject',
    'exit',
    'hang',
    'leak-buffers',
    'leak-objects',
    'flood',
    'ignore-stop',
    'print',
    'disconnect',
  ]),
);

export const Noise = defineEvent('noise', z.number());

/** Has a payload that the receiver does not expect. */
export const Wrong = defineEvent('noise', z.string());
