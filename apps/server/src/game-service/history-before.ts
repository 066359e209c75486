import type { History } from '@terrace/rules';

/** The history before move `ply`. If a side went out in between (R15), the last one with this ply. */
export function historyBefore(history: History, ply: number): History | undefined {
  let earlier: History | undefined = history;
  while (earlier !== undefined && earlier.position.ply > ply) earlier = earlier.parent;
  return earlier?.position.ply === ply ? earlier : undefined;
}
