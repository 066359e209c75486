export type Readiness = ReturnType<typeof createReadiness>;

/** Whether this node may be sent traffic, as far as it depends on the node itself: not before it has started, nor once it stops. */
export function createReadiness() {
  let phase: 'starting' | 'started' | 'stopping' = 'starting';
  return {
    get phase() {
      return phase;
    },
    started(): void {
      if (phase === 'starting') phase = 'started';
    },
    /** Says that the node stops: from now on load balancers send new traffic elsewhere. */
    stopping(): void {
      phase = 'stopping';
    },
  };
}
