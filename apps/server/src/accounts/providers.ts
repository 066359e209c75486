/** Services that better-auth knows, by what people call them. */
const KNOWN = { github: 'GitHub', google: 'Google', discord: 'Discord' } as const;

export type Known = keyof typeof KNOWN;

/** What a service knows this server by. */
export type Client = { readonly clientId: string; readonly clientSecret: string };

/** A service of the operator's choice that speaks OpenID Connect. Its issuer is an address that says where everything is. */
export type OpenId = Client & { readonly name: string; readonly issuer: string };

/** Services one can sign in by. */
export type Providers = Readonly<Partial<Record<Known, Client>>> & { readonly openid?: OpenId };

/** The services that better-auth knows, as far as the operator has a key for them. */
export const knownOf = (providers: Providers): readonly (readonly [Known, Client])[] =>
  (['github', 'google', 'discord'] as const).flatMap((id) => (providers[id] ? [[id, providers[id]] as const] : []));

/** How the services are called, in addresses and on buttons. */
export const offered = (providers: Providers): { id: string; name: string }[] => [
  ...(providers.openid ? [{ id: 'openid', name: providers.openid.name }] : []),
  ...knownOf(providers).map(([id]) => ({ id, name: KNOWN[id] })),
];
