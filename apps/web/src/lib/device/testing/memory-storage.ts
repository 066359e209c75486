import { DeviceStorage } from '../device-storage.ts';

/** For tests: a browser without storage, so that everything stays in memory. */
export const memoryStorage = (): DeviceStorage =>
  new DeviceStorage(() => {
    throw new DOMException('storage is blocked', 'SecurityError');
  });
