/** Sets the clock of a server process ahead; loaded with `node --import`. */

const AHEAD_MS = 2_000;

const device = Date;

globalThis.Date = new Proxy(device, {
  construct: (target, args, newTarget) =>
    args.length === 0 ? new target(target.now() + AHEAD_MS) : Reflect.construct(target, args, newTarget),
  apply: (target) => new target(target.now() + AHEAD_MS).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => target.now() + AHEAD_MS : Reflect.get(target, name, receiver),
});
