import { messages } from '@terrace/messages';
import { notifyingMessages } from '@terrace/messages/notifying';
import { type NotificationChannel, NotificationChoices, type NotificationKind } from '@terrace/protocol';
import { request, send } from '#lib/net/rest.ts';
import { toaster } from '#lib/ui/toaster.svelte.ts';

const SHOWN_MS = 2000;

/** The visitor's choices. Each change is shown at once and stored in order. */
export class Choices {
  #choices: NotificationChoices;
  saved = $state(false);
  #saving: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(choices: NotificationChoices) {
    this.#choices = $state.raw(choices);
  }

  get current(): NotificationChoices {
    return this.#choices;
  }

  set(change: Partial<NotificationChoices>): void {
    this.#choices = { ...this.#choices, ...change };
    const choices = this.#choices;
    this.#saving = this.#saving.then(() => this.#save(choices));
  }

  want(kind: NotificationKind, channel: NotificationChannel, on: boolean): void {
    const { kinds } = this.#choices;
    this.set({ kinds: { ...kinds, [kind]: { ...kinds[kind], [channel]: on } } });
  }

  async test(channel: NotificationChannel): Promise<void> {
    const error = await send('POST', '/api/me/notifications/test', { channel });
    const { channels } = notifyingMessages();
    toaster.show(error ?? channels.sent({ channel: channels[channel] }));
  }

  async #save(choices: NotificationChoices): Promise<void> {
    if (choices !== this.#choices) return; // a later change is stored instead
    const result = await request('PUT', '/api/me/notification-choices', choices, NotificationChoices);
    if (!result.ok) {
      toaster.show(result.reason ?? messages.settings.onDeviceOnly);
      return;
    }
    this.saved = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.saved = false;
    }, SHOWN_MS);
  }
}
