export type Readiness = ReturnType<typeof createReadiness>;

/** Whether this node itself may receive traffic: after it has started and until it begins to stop. */
export function createReadiness() {
  let phase: 'starting' | 'started' | 'stopping' = 'starting';
  return {
    get phase() {
      return phase;
    },
    started(): void {
      if (phase === 'starting') phase = 'started';
    },
    stopping(): void {
      phase = 'stopping';
    },
  };
}
