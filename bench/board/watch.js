// Runs in every measured page. Measures from the input event to the end of the first frame that shows its effect.
(() => {
  const samples = [];
  const tasks = [];
  const presented = new Map();
  let kind = '';
  let sampled = () => undefined;

  let board;

  /**
   * A short text that changes with every selection and move. It reads little, because it is part of the measured time.
   */
  function shown() {
    board ??= document.querySelector('cg-board, [data-position]');
    if (board.localName === 'cg-board')
      return [...board.getElementsByTagName('square')].map((each) => each.className + each.cgKey).join();
    const selected = board.getElementsByClassName('lifted')[0]?.getAttribute('data-piece');
    return `${board.getAttribute('data-position')} ${selected}`;
  }

  function time(startedAt) {
    const what = kind;
    const before = shown();
    let frames = 0;
    const afterFrame = () => {
      const now = performance.now();
      frames += 1;
      if (shown() === before && frames < 60) {
        nextFrame();
        return;
      }
      performance.measure(`painted ${what}`, { start: startedAt, end: now });
      samples.push({ kind: what, ms: now - startedAt, frames, startedAt });
      sampled();
    };
    // A task of the highest priority runs after the frame is drawn and before other pending tasks.
    const nextFrame = () =>
      requestAnimationFrame(() => void scheduler.postTask(afterFrame, { priority: 'user-blocking' }));
    kind = '';
    nextFrame();
  }

  const observe = (options, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options);
  observe({ type: 'longtask', buffered: true }, ({ duration }) => tasks.push(duration));
  observe({ type: 'event', durationThreshold: 16 }, ({ name, startTime, duration }) => {
    if (name === 'pointerdown') presented.set(startTime, duration);
  });

  addEventListener('pointerdown', ({ timeStamp }) => kind !== '' && time(timeStamp), true);
  // The opponent's move arrives as a window message in chessground's page, and over the socket in ours.
  addEventListener('message', ({ timeStamp }) => kind === 'receive' && time(timeStamp), true);
  globalThis.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data, timeStamp }) => {
        if (kind === 'receive' && String(data).includes('game:events')) time(timeStamp);
      });
    }
  };

  globalThis.watch = {
    /** The kind of action that the next event begins. */
    await(what) {
      kind = what;
      globalThis.watch.done = new Promise((resolve) => {
        sampled = resolve;
      });
    },
    /** Everything since the last call. Event Timing omits events below 16 ms. */
    take() {
      const taken = samples.splice(0).map(({ startedAt, ...sample }) => ({
        ...sample,
        presentedMs: sample.kind === 'receive' ? 0 : (presented.get(startedAt) ?? 16),
      }));
      return { samples: taken, tasks: tasks.splice(0) };
    },
  };
})();
