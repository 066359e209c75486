/**
 * Two bots that play a game of random moves against each other through the public API.
 *
 * TERRACE_URL=https://… TERRACE_TOKENS=first-token,second-token node examples/bot.ts
 */
if (process.argv.includes('--help')) {
  process.stdout.write('TERRACE_URL=… TERRACE_TOKENS=one,other node examples/bot.ts: two bots play a game.\n');
  process.exit();
}

const { TERRACE_URL: url = 'http://localhost:3000', TERRACE_TOKENS: tokens = '' } = process.env;
const [host = '', guest = ''] = tokens.split(',');

type Moves = { ply: number; player: string | null; moves: { from: string; to: string }[] };

/** Sends a request; throws the refusal's message. After a 429 it waits as `retry-after` says. */
async function request<T>(token: string, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const options = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, options);
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 1)));
    return request(token, path, body);
  }
  const answer = JSON.parse(await response.text());
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

/** Sends a command. The same commandId would not be executed twice. */
const sendCommand = (token: string, game: string, command: object) =>
  request(token, `/api/games/${game}/commands`, { commandId: crypto.randomUUID(), command });

/** The events of a game, as they are published. */
async function* eventsOf(
  token: string,
  game: string,
): AsyncGenerator<{ type: string; result?: { winner: string | null } }> {
  const response = await fetch(`${url}/api/games/${game}/stream`, { headers: { authorization: `Bearer ${token}` } });
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const whole = text.split('\n\n');
    text = whole.pop() ?? '';
    for (const message of whole) {
      const data = message.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield JSON.parse(data.slice(6)).event;
    }
  }
}

/** Plays one seat: checks after every event whether it is its turn. */
async function play(token: string, game: string): Promise<string | null> {
  const me = (await request<{ player: { id: string } }>(token, '/api/me')).player.id;
  for await (const event of eventsOf(token, game)) {
    if (event.type === 'ended') return event.result?.winner ?? null;
    if (event.type !== 'started' && event.type !== 'moved') continue;
    const { ply, player, moves } = await request<Moves>(token, `/api/games/${game}/moves`);
    const move = moves[Math.floor(Math.random() * moves.length)];
    if (player === me && move) await sendCommand(token, game, { type: 'move', ply, from: move.from, to: move.to });
  }
  throw new Error('the stream ended before the game');
}

const settings = { setup: 'short6', time: null, seen: 'link' };
const { gameId } = await request<{ gameId: string }>(host, '/api/games', { settings, side: 'south' });
await sendCommand(guest, gameId, { type: 'sit', side: null });
const [winner] = await Promise.all([play(host, gameId), play(guest, gameId)]);
process.stdout.write(`${url}/game/${gameId}: ${winner === null ? 'a draw' : `${winner} wins`}\n`);
