import type { Player } from '@terrace/protocol';
import type { PreferencesStore } from '#lib/preferences/preferences.svelte.ts';
import type { IconName } from '#lib/ui/icons.ts';
import { Autoplay } from './autoplay.svelte.ts';
import type { ExploredBoard } from './explored-board.ts';
import { isField, stepsByKey } from './fields.ts';
import type { PlayerView } from './player-view.svelte.ts';
import { KEYS } from './shortcuts.ts';
import { textAfterKey } from './typed-move.ts';

const PAGE_STEP = 10;

export type Tool = {
  readonly name: 'turn' | 'flip' | 'numerals' | 'way' | 'share' | 'zen' | 'keys';
  readonly icon: IconName;
  readonly key: string;
  readonly on?: boolean;
  use(): void;
};

export type Panel = 'share' | 'keys' | 'review' | 'notes' | 'variations' | 'player';

/** A focused button handles Space and Enter itself, except for squares of the board. */
const onButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, a, summary') !== null && !target.matches('[role="gridcell"]');

export class GameControls {
  readonly view: PlayerView;
  readonly autoplay: Autoplay;
  typed = $state('');
  panel = $state<Panel | undefined>();
  /** The player whose card the panel `player` shows. */
  person = $state.raw<Player>();
  /** Takes the typed moves and the keys that step through moves, while it is shown. */
  explored = $state.raw<ExploredBoard | undefined>();
  clocks = $state(false);
  readonly #preferences: PreferencesStore;
  readonly #panels: readonly Panel[];

  constructor(view: PlayerView, preferences: PreferencesStore, panels: readonly Panel[]) {
    this.view = view;
    this.#preferences = preferences;
    this.autoplay = new Autoplay(view);
    this.#panels = panels;
  }

  readonly tools: readonly Tool[] = $derived.by(() => {
    const { view } = this;
    const preferences = this.#preferences;
    const toggle = (name: 'numerals' | 'way' | 'zen') => ({
      on: preferences.get(name),
      use: () => preferences.set(name, !preferences.get(name)),
    });
    const panels: readonly Tool[] = [
      { name: 'share', icon: 'link', key: KEYS.share, use: () => this.open('share') },
      { name: 'keys', icon: 'keys', key: KEYS.help, use: () => this.open('keys') },
    ];
    return [
      { name: 'turn', icon: 'turn', key: KEYS.turn, use: () => view.turn(1) },
      { name: 'flip', icon: 'mirror', key: KEYS.flip, use: () => view.flip() },
      { name: 'numerals', icon: 'levels', key: KEYS.numerals, ...toggle('numerals') },
      { name: 'way', icon: 'way', key: KEYS.way, ...toggle('way') },
      { name: 'zen', icon: 'zen', key: KEYS.zen, ...toggle('zen') },
      ...panels.filter(({ name }) => this.#panels.some((panel) => panel === name)),
    ];
  });

  open(panel: Panel): void {
    this.panel = this.panel === panel ? undefined : panel;
  }

  openCard(player: Player): void {
    const shown = this.panel === 'player' && this.person?.id === player.id;
    this.person = player;
    this.panel = shown ? undefined : 'player';
  }

  get reviewable(): boolean {
    return this.#panels.includes('review') && this.view.game.rendered.state.status === 'over';
  }

  close(): void {
    this.panel = undefined;
  }

  get characterKeys(): boolean {
    return this.#preferences.get('characterKeys');
  }

  set characterKeys(on: boolean) {
    this.typed = '';
    this.#preferences.set('characterKeys', on);
  }

  /** Whether a key is disabled: any character except Space, while character shortcuts are off. */
  isDisabledKey({ key }: Pick<KeyboardEvent, 'key'>): boolean {
    return !this.characterKeys && key.length === 1 && key !== ' ';
  }

  get zen(): boolean {
    return this.#preferences.get('zen');
  }

  leaveZen(): void {
    this.#preferences.set('zen', false);
  }

  show(moment: number): void {
    this.autoplay.stop();
    this.view.show(moment);
  }

  /** Esc in a text field only leaves the field. @param oncancel cancels anything else on the page */
  handleKey(event: KeyboardEvent, oncancel: () => void): void {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isField(target)) {
      if (event.key === 'Escape') target.blur();
    } else if (event.key === 'Escape') {
      if (this.typed === '' && this.explored?.cancel()) return;
      this.#cancel();
      oncancel();
    } else if (stepsByKey(target, event.key) || this.isDisabledKey(event)) return;
    else if (this.#type(event) || this.#press(event)) event.preventDefault();
  }

  #cancel(): void {
    this.typed = '';
    this.autoplay.stop();
    this.leaveZen();
    this.close();
    this.view.cancel();
  }

  #type(event: KeyboardEvent): boolean {
    const typed = this.typed;
    if (event.key === 'Enter' && typed !== '') {
      this.typed = '';
      (this.explored ?? this.view).play(typed);
      return true;
    }
    const next = textAfterKey(typed, event);
    if (next !== undefined) this.typed = next;
    return next !== undefined;
  }

  #press({ key, shiftKey, target }: KeyboardEvent): boolean {
    const { view } = this;
    const step = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageUp: -PAGE_STEP,
      PageDown: PAGE_STEP,
      Home: -view.lastIndex,
      End: view.lastIndex,
    }[key];
    const tool = this.tools.find((each) => each.key === key);
    if (this.explored?.step(key)) return true;
    if (step !== undefined) this.show(view.viewedIndex + step);
    else if (key === ' ' && this.explored === undefined && !onButton(target)) this.autoplay.toggle();
    else if (key === KEYS.turn.toUpperCase() && shiftKey) view.turn(-1);
    else if (key === KEYS.review && this.reviewable) this.open('review');
    else if (tool) tool.use();
    else return false;
    return true;
  }
}
