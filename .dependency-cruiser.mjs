// Who may know whom: imports run downwards only. Every rule here is an error.
const only = (name, from, allowed, except = []) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: ['\\.(test|spec)\\.ts$', ...except] },
  to: { path: '^(apps|packages)/', pathNot: [from, ...allowed] },
});

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
      from: { path: '^packages/rules/src', pathNot: '\\.test\\.ts$|/cli/|/reference/' },
      to: { pathNot: '^packages/rules/src' },
    },
    only('protocol-stands-on-rules', '^packages/protocol/', ['^packages/rules/']),
    only('engine-stands-on-rules', '^packages/engine/src', ['^packages/rules/'], ['/cli/']),
    only('game-stands-on-protocol-and-rules', '^packages/game/', ['^packages/(protocol|rules)/']),
    only('messages-stand-on-the-packages', '^packages/messages/', ['^packages/(protocol|rules|game)/']),
    only('server-never-imports-web', '^apps/server/', ['^packages/']),
    only('web-never-imports-server', '^apps/web/', ['^packages/']),
    {
      name: 'pure-packages-do-no-io',
      severity: 'error',
      from: { path: '^packages/(rules|engine|protocol|game|messages)/src', pathNot: '\\.test\\.ts$|/(cli|testing)/' },
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
      from: { path: '^apps/server/src/game/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/(?!game/|listeners.ts|scheduler.ts)' },
    },
    {
      name: 'only-broadcast-emits',
      severity: 'error',
      from: { path: '^apps/server/src/(?!socket/|main|app)' },
      to: { path: 'node_modules/socket\\.io/' },
    },
    {
      name: 'the-board-knows-no-network',
      severity: 'error',
      from: { path: '^apps/web/src/lib/board/' },
      to: { path: '^apps/web/src/lib/(net|game|lobby)/' },
    },
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
