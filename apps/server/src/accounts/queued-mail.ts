import { randomUUID } from 'node:crypto';
import { currentLanguage } from '@terrace/messages';
import type { NewErrand } from '../errands/errands.ports.ts';
import type { Errands } from '../errands/errands.ts';
import type { MailSeal } from '../errands/sealed-mail.ts';
import type { AccountMail } from './mail.ts';

/** Leaves mails about accounts to the background work, in the language of the current request. */
export type MailQueue = {
  /** A mail for a store that saves it together with the change that it reports. Call `wake` after that. */
  prepare(mail: AccountMail): NewErrand;
  wake(): void;
  /** Resolves once the mail is stored and cannot be lost. */
  leave(mail: AccountMail): Promise<void>;
};

export function createMailQueue(
  { prepare, leave, wake }: Pick<Errands, 'prepare' | 'leave' | 'wake'>,
  { seal }: Pick<MailSeal, 'seal'>,
): MailQueue {
  function errandOf({ usefulMs, account, ...mail }: AccountMail): NewErrand {
    const sealed = seal({ language: currentLanguage(), ...mail });
    return prepare({ kind: 'account-mail', key: randomUUID(), account, mail: sealed }, usefulMs);
  }
  return { prepare: errandOf, wake, leave: (mail) => leave(errandOf(mail)) };
}
