import type { PushDevice } from '@terrace/protocol';
import { noticeMode, setNoticeMode } from './device-notices.ts';
import {
  currentSubscription,
  deviceIdOf,
  type PushSupport,
  pushSupport,
  subscribeDevice,
  unsubscribeDevice,
} from './device-push.ts';
import { pushApi } from './push-api.ts';

/** Why the switch could not be turned on. */
type Problem = 'blocked' | 'failed';

/** The notification switch of this device, and the list of all devices. */
export class ThisDevice {
  readonly support: PushSupport = pushSupport();
  /** Undefined until the server has answered. */
  devices: readonly PushDevice[] | undefined = $state.raw();
  /** The id of this device while it is subscribed. */
  id: string | undefined = $state();
  isOn = $state(noticeMode() !== 'off');
  problem: Problem | undefined = $state();
  /** The server's refusal. */
  reason: string | undefined = $state();

  async load(): Promise<void> {
    const [settings, subscription] = await Promise.all([pushApi.settings(), currentSubscription()]);
    this.devices = settings?.devices ?? [];
    const id = subscription === null ? undefined : await deviceIdOf(subscription);
    this.id = this.devices.some((each) => each.id === id) ? id : undefined;
    if (noticeMode() === 'push' && this.id === undefined) setNoticeMode('off'); // removed on another device
    this.isOn = noticeMode() !== 'off';
  }

  /** Whether notifications appear only while a page is open. */
  get isPageOnly(): boolean {
    return this.isOn && noticeMode() === 'page';
  }

  async set(on: boolean): Promise<void> {
    this.isOn = on; // the switch shows it already
    this.problem = undefined;
    this.reason = undefined;
    try {
      await (on ? this.#turnOn() : this.#turnOff());
    } finally {
      this.isOn = noticeMode() !== 'off';
    }
  }

  async #turnOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') {
      this.problem = 'blocked';
      return;
    }
    const settings = await pushApi.settings();
    const subscription =
      settings === undefined ? undefined : await subscribeDevice(settings.publicKey).catch(() => undefined);
    if (subscription === undefined) {
      this.problem = 'failed';
      setNoticeMode('page');
      return;
    }
    const answer = await pushApi.subscribe(subscription);
    if (!answer.ok) {
      this.reason = answer.reason;
      return;
    }
    this.devices = answer.value.devices;
    this.id = await deviceIdOf(subscription);
    setNoticeMode('push');
  }

  async #turnOff(): Promise<void> {
    setNoticeMode('off');
    const { id } = this;
    await unsubscribeDevice();
    if (id !== undefined) await this.remove(id);
  }

  async remove(id: string): Promise<void> {
    const answer = await pushApi.remove(id);
    if (answer.ok) this.devices = answer.value.devices;
    else this.reason = answer.reason;
    if (id !== this.id || !answer.ok) return;
    this.id = undefined;
    setNoticeMode('off');
    this.isOn = false;
    await unsubscribeDevice();
  }
}
