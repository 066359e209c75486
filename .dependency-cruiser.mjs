// Imports point downwards only. Every rule is an error. tools/imports.ts checks the layers.
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
      from: { path: '^packages/rules/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/rules/src' },
    },
    {
      // The files that deploy/build.sh copies.
      name: 'the-server-imports-only-what-its-build-contains',
      severity: 'error',
      from: {
        path: '^(apps/server/src|packages)/',
        pathNot: '\\.test\\.ts$|/testing/|^packages/(testing|messages/compile)/',
      },
      to: { pathNot: '^(apps/server/src|packages|tools/help\\.ts$|node_modules)|^[^/]+$', dependencyTypes: ['local'] },
    },
    {
      name: 'only-a-start-without-database-url-knows-the-embedded-postgres',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: '^apps/server/src/start/(server|with-database)\\.ts$|\\.test\\.ts$' },
      to: { path: '^packages/embedded-postgres/' },
    },
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
      name: 'game-service-imports-only-its-ports',
      severity: 'error',
      from: { path: '^apps/server/src/game-service/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/(?!game-service/|runtime/)' },
    },
    {
      name: 'only-sockets-know-socket-io',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: '^apps/server/src/socket/|\\.test\\.ts$|/testing/' },
      to: { path: 'node_modules/(socket\\.io|socket\\.io-parser|engine\\.io|ws)/' },
    },
    {
      name: 'only-http-knows-fastify',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: '^apps/server/src/http/|\\.test\\.ts$|/testing/' },
      to: { path: 'node_modules/(fastify|fastify-type-provider-zod|@fastify/(?!proxy-addr))' },
    },
    {
      name: 'nodes-do-not-import-the-store',
      severity: 'error',
      from: { path: '^apps/server/src/nodes/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/store/', reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|build-longest|generated|\\.svelte-kit)/|^(apps|packages)/.*\\.d\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'svelte'],
      extensions: ['.ts', '.mjs', '.js', '.svelte', '.json'],
    },
  },
};
