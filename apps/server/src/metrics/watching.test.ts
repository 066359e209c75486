/** The dashboard, alerts and Prometheus settings in `deploy/` use only metrics that a node exports. */
import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { guestAt } from '@terrace/testing/client';
import { request } from '@terrace/testing/members';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { startNode } from '../testing/app.ts';

const DEPLOY = new URL('../../../../deploy/', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, DEPLOY), 'utf8');

const Grid = z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() });
const Target = z.object({ expr: z.string(), legendFormat: z.string() });
const Dashboard = z.object({
  panels: z.array(z.looseObject({ id: z.int(), gridPos: Grid, targets: z.array(Target).default([]) })),
});
const Rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
});
const Alerts = z.strictObject({ groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(Rule) })]) });
const Prometheus = z.looseObject({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(z.looseObject({ job_name: z.string() })),
  alerting: z.object({
    alertmanagers: z.tuple([z.object({ static_configs: z.tuple([z.object({ targets: z.array(z.string()) })]) })]),
  }),
});
const Alertmanager = z.looseObject({
  route: z.looseObject({ receiver: z.string() }),
  receivers: z.array(z.looseObject({ name: z.string() })),
});

/** Metrics of Prometheus, of the machine, and of the services that docker-compose.yml starts. */
const OF_OTHERS = [
  'up',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'terrace_backup_time_seconds',
  'terrace_discovery_servers',
  'terrace:servers_expected',
];

/** The metrics and labels of a query. Throws if it is not PromQL. */
function partsOf(expression: string): { metrics: string[]; labels: string[] } {
  const query = expression.replaceAll('$__rate_interval', '1m'); // as Grafana does
  const found = { metrics: [] as string[], labels: [] as string[] };
  parser
    .configure({ strict: true })
    .parse(query)
    .iterate({
      enter({ name, from, to }) {
        if (name === 'Identifier') found.metrics.push(query.slice(from, to));
        if (name === 'LabelName') found.labels.push(query.slice(from, to));
      },
    });
  return found;
}

let exported: string;
let dashboard: z.infer<typeof Dashboard>;
let rules: z.infer<typeof Rule>[];
beforeAll(async () => {
  const database = await freshDatabase();
  const node = await startNode(database.url);
  const south = await guestAt(node.url);
  const gameId = await south.create({ setup: 'long' }, 'south');
  await south.command(gameId, { type: 'start' });
  exported = String((await request(node.url, '/metrics')).body);
  south.close();
  await node.close();
  await database.drop();
  dashboard = Dashboard.parse(JSON.parse(await read('grafana/terrace.json')));
  rules = Alerts.parse(parse(await read('prometheus/alerts.yml'))).groups[0].rules;
});

/** The names of metrics in queries; a histogram has a bucket, sum and count. */
const names = (): ReadonlySet<string> => {
  const types = [...exported.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  );
};

const queries = (): string[] => [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...rules.map(({ expr }) => expr),
];

test('every query of the dashboard and the alerts uses exported metrics', () => {
  const known = names();
  for (const query of queries()) {
    const { metrics } = partsOf(query);
    expect(metrics.length, query).toBeGreaterThan(0);
    expect(
      metrics.filter((name) => !OF_OTHERS.includes(name) && !known.has(name)),
      query,
    ).toEqual([]);
  }
});

test('every query uses labels that its metric has', () => {
  const labels = new Set([...exported.matchAll(/[{,]([a-z_]+)="/g)].map(([, label = '']) => label));
  const ofOthers = ['instance', 'job', 'fstype', 'name'];
  for (const query of queries()) {
    const unknown = partsOf(query).labels.filter((label) => !labels.has(label) && !ofOthers.includes(label));
    expect(unknown, query).toEqual([]);
  }
});

test('every custom metric is on the dashboard', () => {
  const shown = new Set(
    dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => partsOf(expr).metrics)),
  );
  const ofServer = [...exported.matchAll(/^# TYPE (terrace_\S+)/gm)].map(([, name = '']) => name);
  const own = [...ofServer, 'terrace_discovery_servers'];
  const parts = ['', '_bucket', '_sum', '_count'];
  expect(own.filter((name) => !parts.some((part) => shown.has(`${name}${part}`)))).toEqual([]);
});

test('panels have unique ids and do not overlap', () => {
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test('an alert reports fewer servers than expected although a stopped server has no metrics', async () => {
  const { expr = '' } = rules.find(({ alert }) => alert === 'TerraceServerMissing') ?? {};
  expect(expr).toContain('or vector(0)) < scalar(terrace:servers_expected');
  const compose = await read('../docker-compose.yml');
  expect(compose).toContain('record: terrace:servers_expected, expr: vector(%s)');
  expect(compose).toMatch(/prometheus:\n[\s\S]*?SERVERS: \$\{SERVERS:-2\}/);
  expect(compose).toMatch(/scale: \$\{SERVERS:-2\}/);
});

test('each alert has a name of its own, and Prometheus loads and sends them and scrapes the nodes', async () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const settings = Prometheus.parse(parse(await read('prometheus/prometheus.yml')));
  expect(settings.rule_files).toEqual(['alerts.yml', '/tmp/servers.yml']);
  expect(settings.scrape_configs.map(({ job_name }) => job_name)).toEqual([
    'terrace',
    'terrace-parts',
    'discovery',
    'machine',
  ]);
  expect(settings.alerting.alertmanagers[0].static_configs[0].targets).toEqual(['alertmanager:9093']);
  const { route, receivers } = Alertmanager.parse(parse(await read('prometheus/alertmanager.yml')));
  expect(receivers.map(({ name }) => name)).toContain(route.receiver);
});
