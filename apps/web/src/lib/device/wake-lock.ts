/** Keeps the screen on while the page is visible. @returns a function that lets it turn off again */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isWanted = true;
  /** The browser releases the lock when the page is hidden, and refuses it when the battery is low. */
  async function acquire(): Promise<void> {
    if (!isWanted || document.hidden || !('wakeLock' in navigator)) return;
    const acquired = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (isWanted) lock = acquired;
    else await acquired?.release();
  }
  const reacquire = () => void acquire();
  document.addEventListener('visibilitychange', reacquire);
  void acquire();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', reacquire);
    void lock?.release();
  };
}
