import { z } from 'zod';
import type { ExternalServices } from '../accounts/account-services.ts';
import { errandKey } from '../errands/sealed-mail.ts';
import { mailKey } from '../notifications/mail-tokens.ts';
import type { OutboundOptions } from '../runtime/outbound.ts';

/** What background work needs of the settings and the secret. */
export const JobsSettings = z.object({
  databaseUrl: z.string(),
  /** Signs the addresses and links in mails. */
  mailKey: z.string(),
  /** Opens the mails that wait. */
  errandKey: z.string(),
  publicUrl: z.string().exactOptional(),
  /** Missing if the server sends no mail. */
  mail: z.object({ smtpUrl: z.string(), from: z.string() }).exactOptional(),
  /** Missing if the server receives no mail. */
  mailIn: z
    .object({
      host: z.string(),
      port: z.number(),
      domain: z.string(),
      authservIds: z.array(z.string()).readonly(),
      listenAgainMs: z.number().exactOptional(),
    })
    .exactOptional(),
  /** Hosts of push services besides the known ones. */
  pushHosts: z.array(z.string()).readonly(),
  webhooks: z.boolean(),
  searchNiceness: z.number(),
  /** Requests to push services and webhooks. */
  outbound: z.object({ loopback: z.boolean().exactOptional(), timeoutMs: z.number().exactOptional() }).exactOptional(),
});
export type JobsSettings = z.infer<typeof JobsSettings>;

type Server = {
  readonly databaseUrl: string;
  readonly secret: string;
  readonly publicUrl?: string;
  readonly external?: ExternalServices;
  readonly pushHosts?: readonly string[];
  readonly webhooks?: boolean;
  readonly searchNiceness: number;
  readonly outbound?: OutboundOptions;
};

/** The part of a server's settings that its background work gets. */
export function jobsSettingsOf({
  databaseUrl,
  secret,
  external,
  searchNiceness,
  outbound,
  ...server
}: Server): JobsSettings {
  const { publicUrl = external?.publicUrl, pushHosts = [], webhooks = true } = server;
  return {
    databaseUrl,
    mailKey: mailKey(secret),
    errandKey: errandKey(secret),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(external?.mail && { mail: external.mail }),
    ...(external?.mailIn && { mailIn: external.mailIn }),
    pushHosts,
    webhooks,
    searchNiceness,
    ...(outbound && { outbound }),
  };
}
