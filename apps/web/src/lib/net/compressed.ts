/** What is worth it; pictures and fonts are compressed already, and a stream of events must not wait. */
const TEXT = /^(?:text\/html|application\/json)\b/;

/** An answer as small as its asker can take it. Files of the build are compressed beforehand and do not come here. */
export function compressed(request: Request, answer: Response): Response {
  const { headers, status, statusText, body } = answer;
  if (body === null || headers.has('content-encoding') || !TEXT.test(headers.get('content-type') ?? '')) return answer;
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return answer;
  const packed = new Headers(headers);
  packed.set('content-encoding', 'gzip');
  packed.append('vary', 'accept-encoding');
  packed.delete('content-length');
  return new Response(body.pipeThrough(new CompressionStream('gzip')), { status, statusText, headers: packed });
}
