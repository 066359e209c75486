import { guestAt } from './client.ts';

/** What `POST /api/command` answered. */
export type Told = { readonly status: number; readonly type: string | null; readonly text: string };

export type Writer = Awaited<ReturnType<typeof writerAt>>;

const PLAIN = { 'content-type': 'text/plain' };

/** Any body with any headers, for tests of what a stranger may send. */
export async function post(url: string, body: string, headers: Record<string, string>): Promise<Told> {
  const response = await fetch(`${url}/api/command`, { method: 'POST', body, headers });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text: text.replace(/\n$/, '') };
}

/** A guest who plays by text, and has a socket besides to see what comes of it. */
export async function writerAt(url: string) {
  const guest = await guestAt(url);
  const tell = (line: string): Promise<Told> => post(url, line, { ...PLAIN, cookie: guest.cookie });
  /** The answer to a line that has to be carried out. */
  async function says(line: string): Promise<string> {
    const { status, text } = await tell(line);
    if (status !== 200) throw new Error(`${line} was refused: ${status} ${text}`);
    return text;
  }
  await says('help'); // from here on the directory knows the name
  return { ...guest, name: guest.player.name, tell, says };
}

/** The id of the game an answer speaks of. */
export const gameIn = (text: string): string => /Game ([0-9A-Za-z]{12})/.exec(text)?.[1] ?? '';

/** A game between two, set up and begun by text. */
export async function gameByText(url: string, options = ''): Promise<{ id: string; south: Writer; north: Writer }> {
  const [south, north] = [await writerAt(url), await writerAt(url)];
  const id = gameIn(await south.says(`terrace challenge ${options} ${south.name} ${north.name}`));
  await north.says(`accept ${id}`);
  return { id, south, north };
}
