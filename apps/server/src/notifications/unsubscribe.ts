import {
  DEFAULT_NOTIFICATION_CHOICES,
  type MailSubscription,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
  type Refusal,
} from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { MailTokens } from './mail-tokens.ts';
import type { NotificationQueries, NotificationStore } from './notifications.ports.ts';

type Dependencies = {
  readonly store: Pick<NotificationStore & NotificationQueries, 'recipient' | 'setChoices'>;
  readonly tokens: Pick<MailTokens, 'readUnsubscription'>;
};

export type Unsubscribe = ReturnType<typeof createUnsubscribe>;

/** What a reader of a mail can do by its unsubscribe link, without signing in. */
export function createUnsubscribe({ store, tokens }: Dependencies) {
  async function find(token: string) {
    const found = tokens.readUnsubscription(token);
    const recipient = found && (await store.recipient(found.player));
    if (found === undefined || recipient === undefined) return err<Refusal>({ code: 'bad-unsubscribe-link' });
    return ok({ ...found, choices: recipient.choices ?? DEFAULT_NOTIFICATION_CHOICES });
  }

  /** Sets which kinds come by mail, such as the earlier ones to undo. */
  async function setKinds(
    token: string,
    kinds: readonly NotificationKind[],
  ): Promise<Result<MailSubscription, Refusal>> {
    const found = await find(token);
    if (!found.ok) return found;
    const { player, kind, choices } = found.value;
    const changed = withMailOf(choices, kinds);
    await store.setChoices(player, changed);
    return ok(subscriptionOf(kind, changed));
  }

  async function read(token: string): Promise<Result<MailSubscription, Refusal>> {
    const found = await find(token);
    return found.ok ? ok(subscriptionOf(found.value.kind, found.value.choices)) : found;
  }

  return {
    read,
    setKinds,

    /** The kind of the mail, or all kinds after a mail with several. */
    async oneClick(token: string): Promise<Result<MailSubscription, Refusal>> {
      const now = await read(token);
      if (!now.ok) return now;
      const { kind, kinds } = now.value;
      return setKinds(token, kind === 'all' ? [] : kinds.filter((each) => each !== kind));
    },
  };
}

const subscriptionOf = (kind: MailSubscription['kind'], { kinds }: NotificationChoices): MailSubscription => ({
  kind,
  kinds: NOTIFICATION_KINDS.filter((each) => kinds[each].mail),
});

function withMailOf(choices: NotificationChoices, wanted: readonly NotificationKind[]): NotificationChoices {
  const kinds = { ...choices.kinds };
  for (const kind of NOTIFICATION_KINDS) kinds[kind] = { ...kinds[kind], mail: wanted.includes(kind) };
  return { ...choices, kinds };
}
