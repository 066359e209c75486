import pg from 'pg';
import { z } from 'zod';

export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** `scanned` are tables read completely. */
export type Plan = { readonly scanned: readonly string[]; readonly cost: number; readonly steps: string };

type PlanNode = z.infer<typeof PlanNode>;
const PlanNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  'Total Cost': z.number(),
  'Plan Rows': z.number(),
  get Plans() {
    return z.array(PlanNode).optional();
  },
});
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: PlanNode })]) })]);

/** Reads the plans of statements without executing them. `planner` are session options that restrict the planner. */
export async function openExplainer(databaseUrl: string, planner = '') {
  const client = new pg.Client({ connectionString: databaseUrl, options: planner });
  await client.connect();
  return {
    async explain({ text, values }: Statement): Promise<Plan> {
      const { rows } = await client.query(`explain (format json) ${text}`, [...values]);
      const [
        {
          'QUERY PLAN': [{ Plan: root }],
        },
      ] = Explained.parse(rows);
      const nodes = walk(root);
      return {
        scanned: nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
        cost: root['Total Cost'],
        steps: nodes
          .map((node) => [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' '))
          .join(' < '),
      };
    },
    close: () => client.end(),
  };
}

const walk = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(walk)];
