import { type GameId, type GameRow, ratingKindOf, SECOND_MS } from '@terrace/protocol';
import { exceptDatabaseFaults, type GameQueries } from '../game-service/games.ports.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import type { Cluster, NodeId, RecoverFromGaps } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import { type Attendance, IDLE_AFTER_MS, type Report } from './attendance.ts';
import type { Featured } from './featured.ts';
import { createRanking } from './ranking.ts';
import { createThrottle } from './throttle.ts';

/** Games are ranked at most this often, and for changes of spectators only each `REORDER_EVERY_MS`. */
const RANK_EVERY_MS = SECOND_MS;
const REORDER_EVERY_MS = 10_000;

/** How often the games are loaded while another node is unreachable. */
const RELOAD_EVERY_MS = 3_000;

type Dependencies = {
  readonly cluster: Pick<Cluster, 'onGone' | 'onGap'>;
  readonly isLeader: () => boolean;
  readonly onLead: (listener: () => void) => void;
  readonly recoverFromGaps: RecoverFromGaps;
  readonly queries: Pick<GameQueries, 'publicLiveGames'>;
  readonly attendance: Attendance;
  readonly ratingsOf: RatingsOf;
  readonly featured: Pick<Featured, 'publish' | 'withdraw'>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** The leader's ranking of all public live games. Other nodes receive the best ones only. */
export function createLiveGames(dependencies: Dependencies) {
  const { cluster, isLeader, recoverFromGaps, queries, attendance, ratingsOf, featured, scheduler, reportError } =
    dependencies;
  const { now, elapsed, every } = scheduler;
  const throttle = createThrottle(scheduler, rank, RANK_EVERY_MS);
  const ranking = createRanking();
  const reports = new Map<GameId, Map<NodeId, Report>>();
  /** Games that no node reports, and since when. */
  const unattendedSince = new Map<GameId, number>();
  let isLeading = false;
  let [hasChanged, spectatorsChanged] = [false, false];
  let reorderedAt = Number.NEGATIVE_INFINITY;
  /** Games that are newer than the store's result; undefined except while they are loaded. */
  let changedWhileLoading: Set<GameId> | undefined;

  async function read(): Promise<void> {
    if (!isLeading) return;
    const newer = new Set<GameId>();
    changedWhileLoading = newer;
    const rows = new Map((await queries.publicLiveGames()).map((row) => [row.id, row]));
    if (!isLeading) return;
    for (const [id, row] of rows) if (!newer.has(id)) put(row);
    for (const id of [...ranking.ids()]) if (!rows.has(id) && !newer.has(id)) remove(id);
    if (changedWhileLoading === newer) changedWhileLoading = undefined;
  }

  const { request: load, close: closeLoad } = singleFlight(read, exceptDatabaseFaults(reportError));
  const recovery = recoverFromGaps(read, RELOAD_EVERY_MS);
  recovery.start();

  function changed(): void {
    hasChanged = true;
    throttle.request();
  }

  function put(row: GameRow): void {
    const known = ranking.get(row.id);
    if (known === undefined) unattendedSince.set(row.id, now());
    const { ratings = new Map(), watching = 0, idle = false } = known ?? {};
    ranking.put({ id: row.id, row, ratings, watching, idle });
    attend(row.id);
    changed();
    if (known === undefined) readRatings(row).catch(exceptDatabaseFaults(reportError));
  }

  function remove(id: GameId): void {
    unattendedSince.delete(id);
    if (ranking.remove(id)) changed();
  }

  async function readRatings({ id, settings, seats }: GameRow): Promise<void> {
    const kind = ratingKindOf(settings, seats.length);
    if (kind === null) return;
    const ratings = await ratingsOf(
      seats.flatMap(({ player }) => player?.id ?? []),
      kind,
    );
    const game = ranking.get(id);
    if (game === undefined || ratings.size === 0) return;
    ranking.put({ ...game, ratings });
    changed();
  }

  /** Applies the reports of all nodes: a game is idle if all say so, or if none has reported it for a while. */
  function attend(id: GameId): void {
    const game = ranking.get(id);
    if (game === undefined) return;
    const all = [...(reports.get(id)?.values() ?? [])];
    if (all.length > 0) unattendedSince.delete(id);
    else if (!unattendedSince.has(id)) unattendedSince.set(id, now());
    const watching = all.reduce((sum, report) => sum + report.watching, 0);
    const idle =
      all.length > 0 ? all.every((report) => report.idle) : now() - (unattendedSince.get(id) ?? now()) >= IDLE_AFTER_MS;
    if (watching === game.watching && idle === game.idle) return;
    if (idle !== game.idle) hasChanged = true;
    spectatorsChanged = true;
    ranking.put({ ...game, watching, idle });
    throttle.request();
  }

  function setReport(node: NodeId, id: GameId, report: Report | null): void {
    const ofGame = reports.get(id) ?? new Map<NodeId, Report>();
    if (report === null) ofGame.delete(node);
    else ofGame.set(node, report);
    if (ofGame.size > 0) reports.set(id, ofGame);
    else reports.delete(id);
    attend(id);
  }

  function forgetNode(node: NodeId): void {
    for (const [id, ofGame] of reports) if (ofGame.has(node)) setReport(node, id, null);
  }

  attendance.onReports((node, games, areAll) => {
    if (!isLeading) return;
    if (areAll) forgetNode(node);
    for (const [id, report] of games) setReport(node, id, report);
  });
  cluster.onGone(forgetNode);
  cluster.onGap(() => {
    if (isLeading) attendance.request();
  });

  function lead(): void {
    isLeading = true;
    attendance.request();
    load();
  }

  function stopLeading(): void {
    isLeading = false;
    reports.clear();
    for (const id of [...ranking.ids()]) remove(id);
    featured.withdraw();
  }

  function rank(): void {
    const reorder = hasChanged || (spectatorsChanged && elapsed() - reorderedAt >= REORDER_EVERY_MS);
    if (!isLeading || (!reorder && !spectatorsChanged)) return;
    if (reorder) [reorderedAt, spectatorsChanged] = [elapsed(), false];
    hasChanged = false;
    featured.publish(ranking, reorder);
  }

  function check(): void {
    if (isLeader() !== isLeading) (isLeading ? stopLeading : lead)();
    for (const id of unattendedSince.keys()) attend(id);
    if (spectatorsChanged) throttle.request();
  }

  dependencies.onLead(check);
  const stopChecking = every(RANK_EVERY_MS, check);

  return {
    /** Only the leader knows. */
    hasActiveGames: (): boolean => ranking.count(({ idle }) => !idle) > 0,

    update(row: GameRow): void {
      if (!isLeading) return;
      changedWhileLoading?.add(row.id);
      if (row.status === 'live' && row.settings.seen === 'public') put(row);
      else remove(row.id);
    },

    async close(): Promise<void> {
      stopChecking();
      recovery.close();
      throttle.close();
      await closeLoad();
    },
  };
}
