/**
 * Prisma's schema engine in a thread: it leaves timers and a large WebAssembly memory behind, which end with the
 * thread.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import type { SchemaDiff } from './schema-diff.ts';

const { databaseUrl, schema } = workerData as SchemaDiff;

const files = [{ path: 'schema.prisma', content: schema }];

/** Columns of Postgres's type "char", which hold the kinds of constraints when the engine describes a database. */
const charColumns = ['confdeltype', 'confupdtype', 'constraint_type'];

/** Reads those columns as text and passes them on as characters, because the adapter rejects their type. */
class PrismaPgWithChar extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const sql = query.sql.replace(/\bcon(str)?\.con(fdel|fupd)?type(?=,| AS)/g, '$&::text');
      const result = await queryRaw({ ...query, sql });
      if (sql === query.sql) return result;
      const columnTypes = result.columnTypes.map((type, i) =>
        charColumns.includes(result.columnNames[i] ?? '') ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  }
}

const pool = new pg.Pool({ connectionString: databaseUrl });
pool.on('error', () => undefined);
const factory = bindMigrationAwareSqlAdapterFactory(new PrismaPgWithChar(pool));
try {
  const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => undefined, factory);
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  parentPort?.postMessage(stdout ?? '');
} catch (error) {
  const number = /External error id#(\d+)/.exec(String(error))?.[1];
  throw number === undefined ? error : (factory.errorRegistry.consumeError(Number(number))?.error ?? error);
} finally {
  await pool.end();
}
