// Imports run downwards only. Every rule here is an error.

/** Other packages and applications that one may import, in its tests too. */
const only = (folder, allowed) => ({
  name: `${folder}-imports-only-what-is-below`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: '^(apps|packages)/', pathNot: [folder, ...allowed].map((each) => `^${each}/`) },
});

/** The layers of the pages, the lowest first, by their folders in lib; routes are above them. All below features know no network. */
const webLayers = [
  ['base', 'device|errors|preferences'],
  ['ui', 'ui'],
  ['board', 'board'],
  ['features', '[^/]+'],
].map(([layer, folders]) => ({ layer, path: `^apps/web/src/lib/(${folders})/` }));

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphan-resolution',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(\\$app|\\$env|virtual:|node:|\\./\\$types$)|\\.wasm\\?url$' },
    },
    {
      name: 'rules-import-nothing',
      severity: 'error',
      from: { path: '^packages/rules/src', pathNot: '\\.test\\.ts$|/reference/' },
      to: { pathNot: '^packages/rules/src' },
    },
    only('packages/rules', []),
    only('packages/engine', ['packages/rules']),
    only('packages/protocol', ['packages/rules']),
    only('packages/game', ['packages/protocol', 'packages/rules']),
    only('packages/messages', ['packages/protocol', 'packages/rules']),
    only('packages/embedded-postgres', []),
    {
      name: 'only-a-start-without-database-url-knows-the-embedded-postgres',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: '^apps/server/src/start/(server|with-database)\\.ts$|\\.test\\.ts$' },
      to: { path: '^packages/embedded-postgres/' },
    },
    only('apps/cli', ['packages']),
    only('apps/server', ['packages']),
    only('apps/web', ['packages', 'apps/server/src/testing']),
    {
      name: 'pure-packages-do-no-io',
      severity: 'error',
      from: { path: '^packages/(rules|engine|protocol|game|messages)/src', pathNot: '\\.test\\.ts$|/testing/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'fold-reads-no-terms-that-may-change',
      severity: 'error',
      from: { path: '^packages/game/src/(fold|timeline)\\.ts$' },
      to: { path: '^packages/game/src/(terms|deadlines)\\.ts$', reachable: true },
    },
    {
      name: 'only-the-store-knows-prisma',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: '^apps/server/src/store/|\\.test\\.ts$' },
      to: { path: 'generated/prisma|node_modules/(@prisma|pg|pg-copy-streams)/' },
    },
    {
      name: 'only-metrics-count',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^apps/server/src/metrics/' },
      to: { path: 'node_modules/prom-client/' },
    },
    {
      name: 'game-service-knows-only-its-port',
      severity: 'error',
      from: { path: '^apps/server/src/game-service/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/(?!game-service/|runtime/)' },
    },
    {
      name: 'only-broadcast-emits',
      severity: 'error',
      from: { path: '^apps/server/src/(?!socket/|main|compose)' },
      to: { path: 'node_modules/socket\\.io/' },
    },
    ...webLayers.map(({ layer, path }, n) => ({
      name: `web-${layer}-imports-no-higher-layer`,
      severity: 'error',
      from: { path },
      to: { path: '^apps/web/src/', pathNot: webLayers.slice(0, n + 1).map((each) => each.path) },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|build-longest|generated|\\.svelte-kit)/|\\.d\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'svelte'],
      extensions: ['.ts', '.mjs', '.js', '.svelte', '.json'],
    },
  },
};
