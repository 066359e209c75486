import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** An OpenID provider on a free port of loopback who lets everybody in at once, as whoever `is` says. */
export async function openIdProvider() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { sub: string; nonce: string | null }>();
  const subs = new Map<string, string>();
  const provider = { is: 'nobody' };
  const base64 = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

  function idToken(claims: Record<string, unknown>): string {
    const now = Math.floor(Date.now() / 1000);
    const body = `${base64({ alg: 'RS256', kid: 'key' })}.${base64({ iss: issuer, iat: now, exp: now + 60, ...claims })}`;
    return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    const json = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') {
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      });
    } else if (pathname === '/keys') {
      json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }] });
    } else if (pathname === '/authorize') {
      const code = randomBytes(9).toString('base64url');
      codes.set(code, { sub: provider.is, nonce: searchParams.get('nonce') });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    } else if (pathname === '/token') {
      const code = new URLSearchParams(await text(request)).get('code') ?? '';
      const granted = codes.get(code);
      if (!codes.delete(code) || granted === undefined) return void response.writeHead(400).end();
      subs.set(`access-${code}`, granted.sub);
      const id_token = idToken({ aud: 'terrace', sub: granted.sub, nonce: granted.nonce });
      json({ access_token: `access-${code}`, token_type: 'Bearer', expires_in: 60, id_token });
    } else {
      const sub = subs.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
      json({ sub, email: 'somebody@mail.example', email_verified: true, name: 'Some Body' });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the provider has no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    provider,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
