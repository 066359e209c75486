import { Events, type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';

/** An OpenID provider on a free loopback port that signs every visitor in immediately, as the user in `is`. */
export async function openIdProvider() {
  const provider = { is: 'nobody' };
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    Object.assign(payload, { sub: provider.is, aud: 'terrace' });
  });
  server.service.on(Events.BeforeUserinfo, (response: MutableResponse) => {
    const person = { email: 'somebody@mail.example', email_verified: true, name: 'Some Body' };
    response.body = { sub: provider.is, ...person };
  });
  await server.start(0, '127.0.0.1');
  const { url: issuer } = server.issuer;
  if (issuer === undefined) throw new Error('the provider has no address');
  return { issuer, provider, close: () => server.stop() };
}
