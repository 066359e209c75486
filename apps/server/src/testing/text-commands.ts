import { explainToApiClient } from '@terrace/messages';
import type { Refusal } from '@terrace/protocol';
import { type CommandReply, gameByText, textPlayerAt } from '@terrace/testing/text-player';
import { useSharedApp } from './shared-app.ts';

export const TEXT = 'text/plain; charset=utf-8';

/** A server, and players who write text commands to it. */
export function useTextCommands() {
  const app = useSharedApp();
  return {
    app,
    textPlayer: () => textPlayerAt(app.url),
    game: (options?: string) => gameByText(app.url, options),
  };
}

/** The reply to a command that is refused. */
export const refused = (status: number, refusal: Refusal): CommandReply => ({
  status,
  type: TEXT,
  text: explainToApiClient(refusal),
});

export const lines = (text: string): string[] => text.split('\n');
