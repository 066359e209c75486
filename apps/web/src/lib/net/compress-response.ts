/** Images and fonts are already compressed, and event streams must not be delayed. */
const TEXT = /^(?:text\/html|application\/json)\b/;

/** Compresses a response if the client accepts gzip. Static files are compressed at build time. */
export function compressResponse(request: Request, answer: Response): Response {
  const { headers, status, statusText, body } = answer;
  if (body === null || headers.has('content-encoding') || !TEXT.test(headers.get('content-type') ?? '')) return answer;
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return answer;
  const packed = new Headers(headers);
  packed.set('content-encoding', 'gzip');
  packed.append('vary', 'accept-encoding');
  packed.delete('content-length');
  return new Response(body.pipeThrough(new CompressionStream('gzip')), { status, statusText, headers: packed });
}
