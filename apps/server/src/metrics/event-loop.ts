import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** The probe interval. Node measures the time between probes, so it is subtracted. */
const RESOLUTION_MS = 10;
const QUANTILES = [0.5, 0.9, 0.99, 1];

export function gaugeEventLoopDelay(registry: Registry): { close(): void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  new Gauge({
    name: 'terrace_event_loop_delay_seconds',
    help: 'How late the event loop was since the last scrape, by quantile.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of QUANTILES) {
        const delayMs = delays.percentile(quantile * 100) / 1e6 - RESOLUTION_MS;
        this.set({ quantile }, Math.max(0, delayMs) / 1000);
      }
      delays.reset();
    },
  });
  return { close: () => void delays.disable() };
}
