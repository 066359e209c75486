/** Preloaded into measured servers: answers each message with the bytes of heap allocated since the previous one. */
import { GCProfiler, getHeapStatistics } from 'node:v8';

const usedNow = (): number => getHeapStatistics().used_heap_size;

let profiler: GCProfiler | undefined;
let used = usedNow();

process.on('message', () => {
  let bytes = 0;
  for (const { beforeGC, afterGC } of profiler?.stop()?.statistics ?? []) {
    bytes += beforeGC.heapStatistics.usedHeapSize - used;
    used = afterGC.heapStatistics.usedHeapSize;
  }
  process.send?.(bytes + usedNow() - used);
  profiler = new GCProfiler();
  profiler.start();
  used = usedNow();
});
process.channel?.unref();
