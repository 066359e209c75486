const TURN_MS = 80;

/** Whether this is a phone or tablet that vibrates. */
export const canVibrate = (): boolean => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

export function vibrateForTurn(): void {
  if (canVibrate()) navigator.vibrate(TURN_MS);
}
