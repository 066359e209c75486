import { deviceStorage } from './device-storage.ts';

/** Chromium's event, which TypeScript's library lacks. */
type InstallEvent = Event & { prompt(): Promise<unknown> };

const KEY = 'install dismissed';

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function';

/** An iPad calls itself a Mac, which has no touch screen. */
export const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Installing this site as an app. */
class Install {
  #event: InstallEvent | undefined = $state.raw();
  #isDismissed = $state(true);
  /** Whether a game of the visitor has ended since this page was loaded: a fitting moment. */
  #isSuggested = $state(false);
  /** Whether only the visitor can install it, from a menu of the browser. */
  needsSteps = $state(false);

  /** Keeps the browser's offer for a fitting moment, instead of showing it at once. */
  listen(signal: AbortSignal): void {
    this.#isDismissed = deviceStorage.read(KEY) !== null || isInstalled();
    this.needsSteps = isAppleMobile();
    addEventListener(
      'beforeinstallprompt',
      (event) => {
        if (!isInstallEvent(event)) return;
        event.preventDefault();
        this.#event = event;
      },
      { signal },
    );
    addEventListener('appinstalled', () => this.dismiss(), { signal });
  }

  /** Whether to propose it: possible, not done yet, and not dismissed on this device. */
  get isProposed(): boolean {
    return !this.#isDismissed && (this.#event !== undefined || this.needsSteps);
  }

  /** Whether to propose it after a game. */
  get isSuggested(): boolean {
    return this.#isSuggested && this.isProposed;
  }

  suggest(): void {
    this.#isSuggested = true;
  }

  async accept(): Promise<void> {
    await this.#event?.prompt();
    this.dismiss();
  }

  dismiss(): void {
    this.#event = undefined;
    this.#isDismissed = true;
    deviceStorage.write(KEY, 'yes');
  }
}

/** The browser makes its offer once per page. */
export const install = new Install();
