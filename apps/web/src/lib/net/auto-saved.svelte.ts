import { explain } from '@terrace/messages';
import type { Refusal } from '@terrace/protocol';
import { runAfter } from './timing.ts';

const SAVE_AFTER_MS = 800;

type Answer = 'lost' | { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal };

/** A value that is saved on the server a moment after its last change, and at once on `save`. */
export class AutoSaved<T> {
  state = $state<'saved' | 'saving' | 'failed'>('saved');
  failure = $state<string | undefined>();
  readonly #store: (value: T) => Promise<Answer>;
  readonly #signal: AbortSignal;
  #waiting: { readonly value: T } | undefined;
  #cancel: () => void = () => undefined;

  /** @param signal stops the timer, but not a request in flight: closing a panel must not lose its last change */
  constructor(store: (value: T) => Promise<Answer>, signal: AbortSignal) {
    this.#store = store;
    this.#signal = signal;
  }

  change(value: T): void {
    this.#waiting = { value };
    this.state = 'saving';
    this.#cancel();
    this.#cancel = runAfter(SAVE_AFTER_MS, this.#signal, () => void this.save());
  }

  async save(): Promise<void> {
    this.#cancel();
    const saving = this.#waiting;
    if (saving === undefined) return;
    this.#waiting = undefined;
    const answer = await this.#store(saving.value);
    if (answer === 'lost') return;
    if (!answer.ok) return this.fail(explain(answer.refusal));
    if (this.#waiting === undefined) this.state = 'saved';
    this.failure = undefined;
  }

  fail(why: string): void {
    this.state = 'failed';
    this.failure = why;
  }
}
