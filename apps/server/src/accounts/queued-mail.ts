import { randomUUID } from 'node:crypto';
import { currentLanguage } from '@terrace/messages';
import type { Errands } from '../errands/errands.ts';
import type { SendAccountMail } from './mail.ts';

/** Leaves mails about accounts to the background work, in the language of the current request. */
export const createSendAccountMail =
  (errands: Pick<Errands, 'leave'>): SendAccountMail =>
  (to, mail, usefulMs) =>
    errands.leave({ kind: 'account-mail', to, key: randomUUID(), language: currentLanguage(), ...mail }, usefulMs);
