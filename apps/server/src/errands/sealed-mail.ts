import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Language } from '@terrace/protocol';
import { z } from 'zod';
import { SealedMail, SealedText } from './errands.ports.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a mail about an account says to whom. */
const Content = z.object({
  to: z.string(),
  language: Language,
  subject: z.string(),
  text: z.string(),
  action: z.string().optional(),
});
export type Content = z.infer<typeof Content>;

/** The key of waiting mails, so that the processes that send them do not need the secret itself. */
export const errandKey = (secret: string): string => createHmac('sha256', secret).update('errands').digest('hex');

/**
 * Encrypts mails while they wait in the database. Their links let a reader take over an account, their answers contain
 * private notes, and copies of the database and backups outlive them.
 * @param hexKey as `errandKey` makes it
 */
export function createMailSeal(hexKey: string) {
  const key = Buffer.from(hexKey, 'hex');

  function encrypt(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  function decrypt(encrypted: string): string {
    const bytes = Buffer.from(encrypted, 'base64');
    const textAt = NONCE_BYTES + TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, textAt));
    return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString();
  }

  return {
    seal: (content: Content): SealedMail => SealedMail.parse(encrypt(JSON.stringify(content))),
    sealText: (text: string): SealedText => SealedText.parse(encrypt(text)),
    /** @throws if it was sealed with another key or changed */
    open: (sealed: SealedMail): Content => Content.parse(JSON.parse(decrypt(sealed))),
    /** @throws if it was sealed with another key or changed */
    openText: (sealed: SealedText): string => decrypt(sealed),
  };
}

export type MailSeal = ReturnType<typeof createMailSeal>;
