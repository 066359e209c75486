import { DeviceStorage } from '../device-storage.ts';

/** For tests: storage as in a browser that refuses to keep anything, so that all of it is in memory. */
export const memoryStorage = (): DeviceStorage =>
  new DeviceStorage(() => {
    throw new DOMException('storage is blocked', 'SecurityError');
  });
