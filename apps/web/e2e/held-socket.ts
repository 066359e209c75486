import type { Page } from '@playwright/test';

/**
 * What happens to a command:
 *
 * - `unsent`: it is lost before the server reads it
 * - `unanswered`: the server reads it, but nothing that it sends afterwards reaches the page
 * - `answered`: both arrive
 */
export type Fate = 'unsent' | 'unanswered' | 'answered';

/** A page's socket whose next command can be lost. */
export type HeldSocket = {
  /** Sets the fate of the next command. Resolves when it is lost, or the server has sent its answer. */
  decide(fate: Fate): Promise<void>;
};

/** Routes the page's sockets. Call it before opening the page. */
export async function holdSocket(page: Page): Promise<HeldSocket> {
  let next: { readonly fate: Fate; readonly settle: () => void } | undefined;
  await page.routeWebSocket(/socket\.io/, (near) => {
    const far = near.connectToServer();
    let command: typeof next;
    near.onMessage((message) => {
      if (next !== undefined && String(message).includes('"game:command"')) [command, next] = [next, undefined];
      if (command?.fate === 'unsent') command.settle();
      else far.send(message);
    });
    far.onMessage((message) => {
      if (command?.fate !== 'unanswered') near.send(message);
      if (command !== undefined && /^43/.test(String(message))) command.settle(); // an acknowledgement of Socket.IO
    });
  });
  return {
    decide: (fate) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      next = { fate, settle: resolve };
      return promise;
    },
  };
}
