const SHOWN_MS = 4000;

/** The one short message that may float over a page. Refusals never go here: they belong beside the board. */
class Toaster {
  text = $state<string | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.#timer = setTimeout(() => {
      this.text = undefined;
    }, SHOWN_MS);
  }
}

export const toaster = new Toaster();
