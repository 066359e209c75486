import pg from 'pg';

type OnConnection = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** Prisma's adapter and `runQuery` treat this as a refused connection. */
const outage = (): Error =>
  Object.assign(new Error('Postgres does not answer'), { code: 'ECONNREFUSED', errno: -111, syscall: 'connect' });

/** Fails new and waiting queries at once during an outage, instead of each after its own timeout. */
export class Pool extends pg.Pool {
  private isDown = false;
  private readonly inUse = new Set<pg.PoolClient>();
  private readonly waiting = new Set<(error: Error) => void>();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('acquire', (client) => this.inUse.add(client));
    this.on('release', (_, client) => this.inUse.delete(client));
  }

  setDown(isDown: boolean): void {
    this.isDown = isDown;
    if (!isDown) return;
    for (const fail of [...this.waiting]) fail(outage());
    // With a query in flight, `end` closes the socket, which fails the query.
    for (const client of this.inUse) if (client instanceof pg.Client) client.end().catch(() => undefined);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnection: OnConnection): void;
  override connect(onConnection?: OnConnection): Promise<pg.PoolClient> | undefined {
    if (onConnection !== undefined) {
      this.give(onConnection);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.give((error, client) => {
        if (client === undefined) reject(error);
        else resolve(client);
      });
    });
  }

  private give(onConnection: OnConnection): void {
    if (this.isDown) {
      process.nextTick(onConnection, outage(), undefined, () => undefined);
      return;
    }
    let isWaiting = true;
    const fail = (error: Error): void => {
      isWaiting = false;
      this.waiting.delete(fail);
      onConnection(error, undefined, () => undefined);
    };
    this.waiting.add(fail);
    super.connect((error, client, release) => {
      this.waiting.delete(fail);
      if (isWaiting) onConnection(error, client, release);
      // The caller has already received the outage error. Without a client there is nothing to release.
      else if (client !== undefined) release();
    });
  }
}
