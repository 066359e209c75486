const BUILT_IN = { github: 'GitHub', google: 'Google', discord: 'Discord' } as const;

export type BuiltInProvider = keyof typeof BUILT_IN;

export type OAuthClient = { readonly clientId: string; readonly clientSecret: string };

/** Discovery starts from the issuer. */
export type OpenId = OAuthClient & { readonly name: string; readonly issuer: string };

export type Providers = Readonly<Partial<Record<BuiltInProvider, OAuthClient>>> & { readonly openid?: OpenId };

export const builtInProviders = (providers: Providers): readonly (readonly [BuiltInProvider, OAuthClient])[] =>
  (['github', 'google', 'discord'] as const).flatMap((id) => (providers[id] ? [[id, providers[id]] as const] : []));

/** The configured providers: `id` for paths, `name` for display. */
export const listProviders = (providers: Providers): { id: string; name: string }[] => [
  ...(providers.openid ? [{ id: 'openid', name: providers.openid.name }] : []),
  ...builtInProviders(providers).map(([id]) => ({ id, name: BUILT_IN[id] })),
];
