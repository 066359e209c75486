import { guestAt } from './client.ts';

export type CommandReply = { readonly status: number; readonly type: string | null; readonly text: string };

export type TextPlayer = Awaited<ReturnType<typeof textPlayerAt>>;

const PLAIN = { 'content-type': 'text/plain' };

/** Sends any body with any headers, for tests of invalid requests. */
export async function post(url: string, body: string, headers: Record<string, string>): Promise<CommandReply> {
  const response = await fetch(`${url}/api/command`, { method: 'POST', body, headers });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text: text.replace(/\n$/, '') };
}

/** A guest who plays with text commands, and a socket to observe the effects. */
export async function textPlayerAt(url: string) {
  const guest = await guestAt(url);
  const send = (line: string): Promise<CommandReply> => post(url, line, { ...PLAIN, cookie: guest.cookie });
  /** Sends a line that must succeed. @returns the reply's text */
  async function run(line: string): Promise<string> {
    const { status, text } = await send(line);
    if (status !== 200) throw new Error(`${line} was refused: ${status} ${text}`);
    return text;
  }
  await run('help'); // registers the guest, so that the name can be found
  return { ...guest, name: guest.player.name, send, run };
}

export const gameIn = (text: string): string => /Game ([0-9A-Za-z]{12})/.exec(text)?.[1] ?? '';

export async function gameByText(
  url: string,
  options = '',
): Promise<{ id: string; south: TextPlayer; north: TextPlayer }> {
  const [south, north] = [await textPlayerAt(url), await textPlayerAt(url)];
  const id = gameIn(await south.run(`terrace challenge ${options} ${south.name} ${north.name}`));
  await north.run(`accept ${id}`);
  return { id, south, north };
}
