import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, Node } from 'libpg-query';
import { parse } from 'libpg-query';

/** A statement that a server of the previous version, which still runs while it is applied, may not survive. */
export type ContractStep = {
  /** What it changes, such as `drops column chat.by`. */
  readonly change: string;
  /** The version in the comment `-- Unused since 1.2.3` in the lines before the statement. */
  readonly unusedSince: string | undefined;
};

const MARK = /^-- Unused since (\d+\.\d+\.\d+)\b/m;

/** Names that no query mentions. */
const UNUSED_NAMES: readonly unknown[] = ['OBJECT_INDEX', 'OBJECT_TABCONSTRAINT'];

/** Finds the contract steps of a migration. Tables that it creates itself are new to every version. */
export async function contractSteps(sql: string): Promise<readonly ContractStep[]> {
  const bytes = Buffer.from(sql);
  const { stmts = [] } = await parse(sql);
  const created = new Set<string | undefined>();
  let previousEnd = 0;
  return stmts.flatMap(({ stmt, stmt_location: from = 0, stmt_len: length = 0 }) => {
    const comments = bytes.subarray(previousEnd, from).toString();
    previousEnd = from + length;
    if (stmt === undefined) return [];
    if ('CreateStmt' in stmt) created.add(stmt.CreateStmt.relation?.relname);
    return changes(stmt, created).map((change) => ({ change, unusedSince: MARK.exec(comments)?.[1] }));
  });
}

function changes(stmt: Node, created: ReadonlySet<string | undefined>): readonly string[] {
  if ('RenameStmt' in stmt) {
    const { renameType, relation, subname, newname } = stmt.RenameStmt;
    if (UNUSED_NAMES.includes(renameType) || created.has(relation?.relname)) return [];
    return [`renames ${[relation?.relname, subname].filter(Boolean).join('.')} to ${newname}`];
  }
  if ('DropStmt' in stmt) {
    const { removeType, objects = [] } = stmt.DropStmt;
    if (UNUSED_NAMES.includes(removeType)) return [];
    return objects.map(nameOf).map((name) => `drops ${kind(removeType)} ${name}`);
  }
  if ('AlterEnumStmt' in stmt && stmt.AlterEnumStmt.oldVal)
    return [`renames value ${stmt.AlterEnumStmt.oldVal} to ${stmt.AlterEnumStmt.newVal}`];
  if ('DoStmt' in stmt) return ['runs a DO block, which is not checked'];
  return 'AlterTableStmt' in stmt && !created.has(stmt.AlterTableStmt.relation?.relname)
    ? changesOfTable(stmt.AlterTableStmt)
    : [];
}

function changesOfTable({ relation, cmds = [] }: AlterTableStmt): readonly string[] {
  return cmds.flatMap((each) => {
    const change = 'AlterTableCmd' in each && changeOfColumn(each.AlterTableCmd);
    return change ? [`${change[0]} ${relation?.relname}.${change[1]}`] : [];
  });
}

function changeOfColumn({ subtype, name, def }: AlterTableCmd): readonly [verb: string, column: string] | undefined {
  const column = name ?? '';
  if (subtype === 'AT_DropColumn') return ['drops column', column];
  if (subtype === 'AT_AlterColumnType') return ['changes the type of', column];
  if (subtype === 'AT_SetNotNull') return ['requires', column];
  if (subtype === 'AT_ColumnDefault' && def === undefined) return ['drops the default of', column];
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def && isRequired(def.ColumnDef))
    return ['adds the required column', def.ColumnDef.colname ?? ''];
  return undefined;
}

/** Whether an insert without the column fails. */
function isRequired({ constraints = [] }: ColumnDef): boolean {
  const has = (...types: readonly Constraint['contype'][]) =>
    constraints.some((each) => 'Constraint' in each && types.includes(each.Constraint.contype));
  return has('CONSTR_NOTNULL', 'CONSTR_PRIMARY') && !has('CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED');
}

const kind = (type: unknown): string => String(type).replace('OBJECT_', '').toLowerCase();

function nameOf(object: Node): string {
  if ('String' in object) return object.String.sval ?? '';
  if ('List' in object) return (object.List.items ?? []).map(nameOf).join('.');
  if ('TypeName' in object) return (object.TypeName.names ?? []).map(nameOf).join('.');
  return 'an object';
}
