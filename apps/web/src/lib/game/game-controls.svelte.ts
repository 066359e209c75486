import type { Player } from '@terrace/protocol';
import type { PreferencesStore } from '#lib/preferences/preferences.svelte.ts';
import type { IconName } from '#lib/ui/icons.ts';
import { Autoplay } from './autoplay.svelte.ts';
import { isField, stepsByKey } from './fields.ts';
import type { PlayerView } from './player-view.svelte.ts';
import { typeKey } from './typed-move.ts';

/** Page Up and Page Down go this many moves. */
const FAR = 10;

export type Tool = {
  readonly name: 'turn' | 'flip' | 'numerals' | 'way' | 'share' | 'zen' | 'keys';
  readonly icon: IconName;
  readonly key: string;
  readonly on?: boolean;
  use(): void;
};

export const REVIEW_KEY = 'v';

export type Panel = 'share' | 'keys' | 'review' | 'player';

/** Space and Enter belong to a button that has the focus, unless it is a square of the board. */
const onButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, a, summary') !== null && !target.matches('[role="gridcell"]');

/** What one does at a game beside choosing moves by hand: look, step, turn, type; by key and by button. */
export class GameControls {
  readonly view: PlayerView;
  readonly autoplay: Autoplay;
  /** The move being typed. */
  typed = $state('');
  panel = $state<Panel | undefined>();
  /** Whose card the panel `player` shows. */
  person = $state.raw<Player>();
  /** Whether the list of moves shows clocks. */
  clocks = $state(false);
  readonly #preferences: PreferencesStore;
  readonly #panels: readonly Panel[];

  /** @param panels those that this page has */
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
      { name: 'share', icon: 'link', key: 's', use: () => this.open('share') },
      { name: 'keys', icon: 'keys', key: '?', use: () => this.open('keys') },
    ];
    return [
      { name: 'turn', icon: 'turn', key: 'r', use: () => view.turn(1) },
      { name: 'flip', icon: 'mirror', key: 'm', use: () => view.flip() },
      { name: 'numerals', icon: 'levels', key: 'n', ...toggle('numerals') },
      { name: 'way', icon: 'way', key: 'w', ...toggle('way') },
      { name: 'zen', icon: 'zen', key: 'z', ...toggle('zen') },
      ...panels.filter(({ name }) => this.#panels.some((panel) => panel === name)),
    ];
  });

  /** Opens a panel, or shuts it. */
  open(panel: Panel): void {
    this.panel = this.panel === panel ? undefined : panel;
  }

  /** Opens a player's card, or shuts it. */
  openCard(player: Player): void {
    const shown = this.panel === 'player' && this.person?.id === player.id;
    this.person = player;
    this.panel = shown ? undefined : 'player';
  }

  /** Whether there is a finished game here that can be reviewed. */
  get reviewable(): boolean {
    return this.#panels.includes('review') && this.view.game.rendered.state.status === 'over';
  }

  close(): void {
    this.panel = undefined;
  }

  /** Whether single characters are shortcuts, and moves can be typed by their squares. */
  get characterKeys(): boolean {
    return this.#preferences.get('characterKeys');
  }

  set characterKeys(on: boolean) {
    this.typed = '';
    this.#preferences.set('characterKeys', on);
  }

  /** Whether a key is turned off: a character other than Space, while characters are not shortcuts. */
  ignores({ key }: Pick<KeyboardEvent, 'key'>): boolean {
    return !this.characterKeys && key.length === 1 && key !== ' ';
  }

  /** Whether only board, clocks and actions are shown. */
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

  /**
   * A key that nothing on the page took for itself. Esc first leaves a field that is written in, then cancels.
   *
   * @param oncancel calls off what else the page has begun
   */
  key(event: KeyboardEvent, oncancel: () => void): void {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isField(target)) {
      if (event.key === 'Escape') target.blur();
    } else if (event.key === 'Escape') {
      this.#cancel();
      oncancel();
    } else if (stepsByKey(target, event.key) || this.ignores(event)) return;
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
      this.view.play(typed);
      return true;
    }
    const next = typeKey(typed, event);
    if (next !== undefined) this.typed = next;
    return next !== undefined;
  }

  #press({ key, shiftKey, target }: KeyboardEvent): boolean {
    const { view } = this;
    const step = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageUp: -FAR,
      PageDown: FAR,
      Home: -view.lastIndex,
      End: view.lastIndex,
    }[key];
    const tool = this.tools.find((each) => each.key === key);
    if (step !== undefined) this.show(view.viewedIndex + step);
    else if (key === ' ' && !onButton(target)) this.autoplay.toggle();
    else if (key === 'R' && shiftKey) view.turn(-1);
    else if (key === REVIEW_KEY && this.reviewable) this.open('review');
    else if (tool) tool.use();
    else return false;
    return true;
  }
}
