/**
 * Prisma's schema engine, in a thread of its own: it leaves timers and a large WebAssembly memory behind, and both
 * go with the thread.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import type { Answer, Task } from './migrate.ts';

const { job, databaseUrl, schema, migrations } = workerData as Task;

const everything = { externalTables: [], externalEnums: [] };
const schemaFile = { path: 'schema.prisma', content: schema };

async function run(engine: SchemaEngine): Promise<Answer> {
  if (job === 'apply') {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: migrations, filters: everything });
    return { applied: appliedMigrationNames };
  }
  const { stdout } = await engine.diff({
    from: { tag: 'migrations', ...migrations },
    to: { tag: 'schemaDatamodel', files: [schemaFile] },
    script: true,
    exitCode: null,
    filters: everything,
  });
  return { script: stdout ?? '' };
}

/**
 * The adapter knows neither of the catalogue's own types `"char"` and `name`, and the engine reads the catalogue to
 * compare. Their text is what both expect, so results pass as text (type 25, in lists 1009).
 */
class CatalogueClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const ask: (...args: unknown[]) => unknown = this.query.bind(this);
    Object.assign(this, {
      query: (...args: unknown[]) => {
        const done = args.at(-1);
        if (typeof done !== 'function') return Promise.resolve(ask(...args)).then(asText);
        return ask(...args.slice(0, -1), (error: unknown, result: unknown) => done(error, asText(result)));
      },
    });
  }
}

function asText(result: unknown): unknown {
  const { fields = [] } = (result ?? {}) as Partial<pg.QueryResult>;
  for (const field of fields)
    field.dataTypeID = { 18: 25, 19: 25, 1002: 1009, 1003: 1009 }[field.dataTypeID] ?? field.dataTypeID;
  return result;
}

/** The engine makes its shadow database by changing `database`, which a connection string would overrule. */
function scratchConfig(url: URL): pg.PoolConfig {
  return {
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    Client: CatalogueClient,
  };
}

// The engine's lock lives as long as its connection, so the pool is ours to end.
const pool = new pg.Pool({ connectionString: databaseUrl });
pool.on('error', () => undefined);
const adapter = new PrismaPg(job === 'diff' ? scratchConfig(new URL(databaseUrl)) : pool);
const factory = bindMigrationAwareSqlAdapterFactory(adapter);
try {
  const engine = await SchemaEngine.new({ datamodels: [[schemaFile.path, schema]] }, () => undefined, factory);
  parentPort?.postMessage(await run(engine));
} catch (error) {
  // The engine names what the database said only by a number.
  const number = /External error id#(\d+)/.exec(String(error))?.[1];
  throw number === undefined ? error : (factory.errorRegistry.consumeError(Number(number))?.error ?? error);
} finally {
  await pool.end();
}
