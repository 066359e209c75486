import { explain, loadRefusals, messages } from '@terrace/messages';
import { type GameId, Refused, ReviewState, SECOND_MS } from '@terrace/protocol';

const POLL_MS = SECOND_MS;

export class ReviewRequest {
  state = $state.raw<ReviewState | undefined>();
  refusal = $state.raw<string | undefined>();
  readonly #path: string;
  readonly #signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(gameId: GameId, signal: AbortSignal) {
    this.#path = `/api/games/${gameId}/review`;
    this.#signal = signal;
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Loads the review, and polls while it is in progress. */
  load = (): Promise<void> => this.#request('GET');

  start = (): Promise<void> => this.#request('POST');

  async #request(method: 'GET' | 'POST'): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const response = await fetch(this.#path, { method, signal: this.#signal });
      const body: unknown = await response.json();
      if (response.ok) {
        this.state = ReviewState.parse(body);
        this.refusal = undefined;
      } else {
        await loadRefusals();
        this.refusal = explain(Refused.parse(body).refusal);
      }
    } catch {
      if (this.#signal.aborted) return;
      this.refusal = messages.site.errors.lost;
    }
    const waits = this.state?.status === 'waiting' || this.state?.status === 'running';
    if (waits && !this.#signal.aborted) this.#timer = setTimeout(() => void this.load(), POLL_MS);
  }
}
