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

/** The ends of Prisma's names for unique indexes and primary keys, which the `on conflict` of a query needs. */
const KEY_NAME = /_p?key$/;

/** Statements that change nothing which a query of the previous version needs. */
const HARMLESS = [
  'CommentStmt',
  'CreateEnumStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'DeleteStmt',
  'InsertStmt',
  'SelectStmt',
  'UpdateStmt',
  'VariableSetStmt',
];
const HARMLESS_IN_TABLE: readonly unknown[] = [
  'AT_DropNotNull',
  'AT_ReplaceRelOptions',
  'AT_ResetRelOptions',
  'AT_SetOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_ValidateConstraint',
];

/** What a migration creates itself, which is new to every version: tables, and columns as `table.column`. */
type Created = Set<string>;

/** Finds the contract steps of a migration. */
export async function contractSteps(sql: string): Promise<readonly ContractStep[]> {
  const bytes = Buffer.from(sql);
  const { stmts = [] } = await parse(sql);
  const created: Created = new Set();
  let previousEnd = 0;
  return stmts.flatMap(({ stmt, stmt_location: from = 0, stmt_len: length = 0 }) => {
    const comments = bytes.subarray(previousEnd, from).toString();
    previousEnd = from + length;
    if (stmt === undefined) return [];
    return changes(stmt, created).map((change) => ({ change, unusedSince: MARK.exec(comments)?.[1] }));
  });
}

function changes(stmt: Node, created: Created): readonly string[] {
  if ('CreateStmt' in stmt) {
    const { relation, if_not_exists: mayExist = false } = stmt.CreateStmt;
    if (!mayExist) created.add(relation?.relname ?? '');
    return [];
  }
  if ('RenameStmt' in stmt) {
    const { renameType, relation, subname, newname } = stmt.RenameStmt;
    if (UNUSED_NAMES.includes(renameType) || created.has(relation?.relname ?? '')) return [];
    return [`renames ${[relation?.relname, subname].filter(Boolean).join('.')} to ${newname}`];
  }
  if ('DropStmt' in stmt) {
    const { removeType, objects = [] } = stmt.DropStmt;
    return objects
      .map(nameOf)
      .filter((name) => !UNUSED_NAMES.includes(removeType) || KEY_NAME.test(name))
      .map((name) => `drops ${kind(removeType)} ${name}`);
  }
  if ('AlterEnumStmt' in stmt) {
    const { oldVal, newVal } = stmt.AlterEnumStmt;
    return [oldVal ? `renames value ${oldVal} to ${newVal}` : `adds value ${newVal}`];
  }
  if ('IndexStmt' in stmt) {
    const { unique = false, relation, indexParams = [] } = stmt.IndexStmt;
    const columns = indexParams.map((each) => ('IndexElem' in each && each.IndexElem.name) || '');
    return unique ? newKey(relation?.relname ?? '', columns, created) : [];
  }
  if ('AlterTableStmt' in stmt) return changesOfTable(stmt.AlterTableStmt, created);
  if ('DoStmt' in stmt) return ['runs a DO block, which is not checked'];
  const [name = ''] = Object.keys(stmt);
  return HARMLESS.includes(name) ? [] : [`has a ${name}, which is not checked`];
}

/** A column that is null in what the previous version writes keeps a row out of a unique index and a foreign key. */
function newKey(table: string, columns: readonly string[], created: Created): readonly string[] {
  if (created.has(table) || columns.some((column) => created.has(`${table}.${column}`))) return [];
  return [`limits the values of ${table}.${columns.join(', ')}`];
}

function changesOfTable({ relation, cmds = [] }: AlterTableStmt, created: Created): readonly string[] {
  const table = relation?.relname ?? '';
  if (created.has(table)) return [];
  return cmds.flatMap((each) => ('AlterTableCmd' in each ? changesOf(each.AlterTableCmd, table, created) : []));
}

function changesOf({ subtype, name = '', def }: AlterTableCmd, table: string, created: Created): readonly string[] {
  const column = `${table}.${name}`;
  if (subtype === 'AT_DropColumn') return [`drops column ${column}`];
  if (subtype === 'AT_AlterColumnType') return [`changes the type of ${column}`];
  if (subtype === 'AT_SetNotNull') return [`requires ${column}`];
  if (subtype === 'AT_ColumnDefault') return def === undefined ? [`drops the default of ${column}`] : [];
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) {
    const added = `${table}.${def.ColumnDef.colname}`;
    if (isRequired(def.ColumnDef)) return [`adds the required column ${added}`];
    created.add(added);
    return [];
  }
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) return constraint(def.Constraint, table, created);
  if (subtype === 'AT_DropConstraint') return KEY_NAME.test(name) ? [`drops the key ${name}`] : [];
  return HARMLESS_IN_TABLE.includes(subtype) ? [] : [`changes ${column} with ${subtype}, which is not checked`];
}

function constraint(added: Constraint, table: string, created: Created): readonly string[] {
  if (added.indexname) return []; // its unique index exists
  const columns = [...(added.keys ?? []), ...(added.fk_attrs ?? [])].map(nameOf);
  return columns.length > 0 ? newKey(table, columns, created) : [`limits the values of ${table} (${added.conname})`];
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
