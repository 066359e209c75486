import { createContext } from 'svelte';
import type { PreferencesStore } from '#lib/preferences/preferences.svelte.ts';
import { loadPart } from '#lib/ui/load-part.ts';
import { type Cue, PREFERENCE_OF } from './cues.ts';
import type { playCue } from './voices.ts';

const GAP_S = 0.16;
/** Share of the volume for replayed moves. */
const QUIET = 0.35;

/** Plays cues at the preferred volume. Silent without Web Audio, or before the first gesture. */
export class Sounds {
  #context: AudioContext | undefined;
  #play: typeof playCue | undefined;
  readonly #own: PreferencesStore;

  constructor(own: PreferencesStore) {
    this.#own = own;
  }

  /** Browsers require a gesture for sound. Creating the context is slow, so the gesture's effect is painted first. */
  unlock(): void {
    if (typeof AudioContext === 'undefined' || (this.#context?.state === 'running' && this.#play !== undefined)) return;
    requestAnimationFrame(() => setTimeout(() => void this.#open().catch(() => undefined))); // errors leave the page silent
  }

  async #open(): Promise<void> {
    this.#context ??= new AudioContext();
    const [{ playCue }] = await Promise.all([loadPart(() => import('./voices.ts')), this.#context.resume()]);
    this.#play = playCue;
  }

  play(...cues: readonly Cue[]): void {
    this.#ring(cues, 1);
  }

  playSoftly(cue: Cue): void {
    this.#ring([cue], QUIET);
  }

  #ring(cues: readonly Cue[], share: number): void {
    const context = this.#context;
    const volume = this.#own.get('volume');
    const play = this.#play;
    if (context?.state !== 'running' || play === undefined || volume === 0) return;
    const out = context.createGain();
    out.gain.value = (volume / 100) ** 2 * share;
    out.connect(context.destination);
    const wanted = cues.filter((cue) => this.#own.get(PREFERENCE_OF[cue]));
    for (const [n, cue] of wanted.entries()) play(context, out, cue, context.currentTime + n * GAP_S);
  }
}

export const [sounds, provideSounds] = createContext<Sounds>();
