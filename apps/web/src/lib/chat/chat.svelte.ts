import { explain, messages } from '@terrace/messages';
import type { ChatMessage, ChatRoom, GameId, GameLog, LoggedEvent, Player, PlayerId } from '@terrace/protocol';
import { createContext } from 'svelte';
import { deviceStorage } from '#lib/device/device-storage.ts';
import { Subscription, type SubscriptionConnection } from '#lib/net/subscription.ts';
import {
  type HiddenPlayers,
  type HideMode,
  isHidden,
  loadHiddenPlayers,
  NO_HIDDEN_PLAYERS,
  saveHiddenPlayers,
  setHidden,
} from './hidden-players.ts';
import { mergeMessages } from './room.ts';

type SendResult = Promise<string | undefined>;

export class Chat {
  readonly #gameId: GameId;
  readonly #connection: SubscriptionConnection;
  #subscription: Subscription<'chat:join'> | undefined;
  readonly #me: PlayerId;
  #messages = $state.raw<readonly ChatMessage[]>([]);
  events = $state.raw<readonly LoggedEvent[]>([]);
  hidden = $state.raw<HiddenPlayers>(NO_HIDDEN_PLAYERS);
  #lastRead = $state.raw<Readonly<Partial<Record<ChatRoom, number>>>>({});
  #joined = false;

  readonly #rooms: () => readonly ChatRoom[];
  opened = $state(false);

  /** @param rooms the rooms this player may read, starting with the one they write in */
  constructor(
    connection: SubscriptionConnection,
    { id, events }: Pick<GameLog, 'id' | 'events'>,
    me: PlayerId,
    rooms: () => readonly ChatRoom[],
  ) {
    this.#connection = connection;
    this.#gameId = id;
    this.#me = me;
    this.events = events;
    this.#rooms = rooms;
  }

  get rooms(): readonly ChatRoom[] {
    return this.#rooms();
  }

  readonly messages: readonly ChatMessage[] = $derived.by(() =>
    this.#messages.filter(({ by }) => !isHidden(this.hidden, by.id)),
  );

  unread(rooms = this.rooms): number {
    return this.messages.filter(
      ({ id, by, room }) => by.id !== this.#me && rooms.includes(room) && id > (this.#lastRead[room] ?? 0),
    ).length;
  }

  markRead(room: ChatRoom): void {
    const newest = this.messages.findLast((message) => message.room === room)?.id ?? 0;
    if (newest > (this.#lastRead[room] ?? 0)) this.#lastRead = { ...this.#lastRead, [room]: newest };
  }

  /** Subscribes to the chat until the signal is aborted. Must be called again when the readable rooms change. */
  subscribe(signal: AbortSignal): void {
    const read = () => {
      this.hidden = loadHiddenPlayers(deviceStorage);
    };
    read();
    addEventListener('storage', read, { signal }); // another tab has changed the hidden players
    this.#subscription = new Subscription(
      this.#connection,
      {
        request: 'chat:join',
        payload: () => ({ gameId: this.#gameId }),
        apply: ({ messages }) => this.#join(messages),
        leave: () => void this.#connection.request('chat:leave', { gameId: this.#gameId }),
      },
      signal,
    ).on('chat:said', ({ gameId, message }) => {
      if (gameId === this.#gameId) this.#messages = mergeMessages(this.#messages, [message]);
    });
  }

  #join(messages: readonly ChatMessage[]): undefined {
    this.#messages = mergeMessages(this.#messages, messages);
    if (this.#joined) return;
    this.#joined = true;
    // Messages from before the page was opened do not count as unread.
    const newest = this.#messages.at(-1)?.id ?? 0;
    this.#lastRead = { players: newest, watchers: newest };
  }

  addEvents(events: readonly LoggedEvent[]): void {
    const last = this.events.at(-1)?.seq ?? 0;
    const fresh = events.filter(({ seq }) => seq > last);
    if (fresh.length > 0) this.events = [...this.events, ...fresh];
  }

  /** Not repeated automatically, because the server would publish it twice. */
  async send(text: string): SendResult {
    const answer = await this.#connection.request('chat:say', { gameId: this.#gameId, text });
    if (answer === 'lost') return messages.chat.lost;
    return answer.ok ? undefined : explain(answer.refusal);
  }

  async report(messageId: number, reason: string): SendResult {
    const answer = await this.#connection.request('chat:report', { messageId, reason });
    if (answer === 'lost') return messages.site.errors.server;
    return answer.ok ? undefined : explain(answer.refusal);
  }

  async setHidden(mode: HideMode, player: Player, on: boolean): SendResult {
    if (mode === 'blocked') {
      const answer = await this.#connection.request('chat:block', { playerId: player.id, on });
      if (answer === 'lost') return messages.site.errors.server;
      if (!answer.ok) return explain(answer.refusal);
    }
    this.hidden = setHidden(this.hidden, mode, player, on);
    saveHiddenPlayers(deviceStorage, this.hidden);
    if (mode === 'blocked' && !on) this.#subscription?.refresh();
    return undefined;
  }
}

export const [gameChat, provideGameChat] = createContext<Chat>();
