const SHOWN_MS = 4000;

/** Shows one short floating message at a time. Refusals are shown next to the board instead. */
class Toaster {
  text = $state<string | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.#timer = setTimeout(() => {
      this.text = undefined;
    }, SHOWN_MS);
  }
}

export const toaster = new Toaster();
