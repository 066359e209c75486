import { expect } from 'vitest';

export type StreamEvent = { readonly id: string | undefined; readonly event: string; readonly data: unknown };

export async function* readStream(
  url: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const response = await fetch(url, { headers, ...(signal && { signal }) });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const whole = text.split('\n\n');
    text = whole.pop() ?? '';
    for (const message of whole) {
      const fields = new Map(
        message.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      );
      const event = fields.get('event');
      if (event !== undefined) yield { id: fields.get('id'), event, data: JSON.parse(fields.get('data') ?? 'null') };
    }
  }
}

export async function nextEvent(stream: AsyncGenerator<StreamEvent>): Promise<StreamEvent> {
  const { value, done } = await stream.next();
  if (done) throw new Error('the stream has ended');
  return value;
}
