import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, Node, RangeVar } from 'libpg-query';
import { parse } from 'libpg-query';

/** A statement that a server of the previous version, which still runs while it is applied, may not survive. */
export type ContractStep = {
  /** What it changes, such as `drops column chat.by`. */
  readonly change: string;
  /** The version in the comment `-- Unused since 1.2.3` in the lines before the statement. */
  readonly unusedSince: string | undefined;
  /** The reason in the comment `-- Safe for running servers: reason` in the lines before the statement. */
  readonly safeBecause: string | undefined;
};

const UNUSED = /^-- Unused since (\d+\.\d+\.\d+)\b/m;
const SAFE = /^-- Safe for running servers: (\S.*)$/m;

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

/** Types that have a default. */
const SERIAL = /^(?:big|small)?serial[248]?$/;

/** Constraints of a column that can make an insert fail, apart from those that require a value. */
const LIMITS: readonly unknown[] = ['CONSTR_CHECK', 'CONSTR_PRIMARY', 'CONSTR_UNIQUE', 'CONSTR_FOREIGN'];

/** What migrations have created and no running server knows yet. Columns are named `table.column`. */
export class NewParts {
  readonly tables = new Set<string>();
  /** Added columns that are null in all rows that servers of the previous version write. */
  readonly nullColumns = new Set<string>();
  /** Those whose null keeps these rows out of a unique index or foreign key. */
  readonly nullInKey = new Set<string>();
}

/** Finds the contract steps of a migration. `created` has the new parts of migrations before it, and gets its own. */
export async function contractSteps(sql: string, created = new NewParts()): Promise<readonly ContractStep[]> {
  const bytes = Buffer.from(sql);
  const { stmts = [] } = await parse(sql);
  let previousEnd = 0;
  return stmts.flatMap(({ stmt, stmt_location: from = 0, stmt_len: length = 0 }) => {
    const comments = bytes.subarray(previousEnd, from).toString();
    previousEnd = from + length;
    if (stmt === undefined) return [];
    const marks = { unusedSince: UNUSED.exec(comments)?.[1], safeBecause: SAFE.exec(comments)?.[1] };
    return changes(stmt, created).map((change) => ({ change, ...marks }));
  });
}

function changes(stmt: Node, created: NewParts): readonly string[] {
  if ('CreateStmt' in stmt) {
    const { relation, if_not_exists: mayExist = false } = stmt.CreateStmt;
    if (!mayExist) created.tables.add(tableOf(relation));
    return [];
  }
  if ('RenameStmt' in stmt) {
    const { renameType, relation, subname, newname } = stmt.RenameStmt;
    const table = tableOf(relation);
    if (UNUSED_NAMES.includes(renameType) || created.tables.has(table)) return [];
    return [`renames ${[table, subname].filter(Boolean).join('.')} to ${newname}`];
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
    const { unique = false, relation, indexParams = [], nulls_not_distinct: limitsNulls = false } = stmt.IndexStmt;
    const columns = indexParams.map((each) => ('IndexElem' in each && each.IndexElem.name) || '');
    return unique ? newKey({ table: tableOf(relation), columns, limitsNulls }, created) : [];
  }
  if ('AlterTableStmt' in stmt) return changesOfTable(stmt.AlterTableStmt, created);
  if ('DoStmt' in stmt) return ['runs a DO block, which is not checked'];
  const [name = ''] = Object.keys(stmt);
  return HARMLESS.includes(name) ? [] : [`has a ${name}, which is not checked`];
}

type Key = {
  readonly table: string;
  readonly columns: readonly string[];
  /** Whether it also limits rows in which one of the columns is null. */
  readonly limitsNulls: boolean;
};

function newKey({ table, columns, limitsNulls }: Key, created: NewParts): readonly string[] {
  if (created.tables.has(table)) return [];
  const nullColumns = columns.map((name) => `${table}.${name}`).filter((column) => created.nullColumns.has(column));
  if (limitsNulls || nullColumns.length === 0) return [`limits the values of ${table}.${columns.join(', ')}`];
  for (const column of nullColumns) created.nullInKey.add(column);
  return [];
}

function changesOfTable({ relation, cmds = [] }: AlterTableStmt, created: NewParts): readonly string[] {
  const table = tableOf(relation);
  if (created.tables.has(table)) return [];
  return cmds.flatMap((each) => ('AlterTableCmd' in each ? changesOf(each.AlterTableCmd, table, created) : []));
}

function changesOf(command: AlterTableCmd, table: string, created: NewParts): readonly string[] {
  const { subtype, name = '', def, missing_ok: mayExist = false } = command;
  const column = `${table}.${name}`;
  if (subtype === 'AT_DropColumn') return [`drops column ${column}`];
  if (subtype === 'AT_AlterColumnType') return [`changes the type of ${column}`];
  if (subtype === 'AT_SetNotNull') return [`requires ${column}`];
  if (subtype === 'AT_ColumnDefault') {
    if (def === undefined) return [`drops the default of ${column}`];
    created.nullColumns.delete(column);
    return created.nullInKey.has(column) ? [`limits the values of ${column} with a default`] : [];
  }
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def)
    return addedColumn(def.ColumnDef, table, created, mayExist);
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) return limits(def.Constraint, table, created);
  if (subtype === 'AT_DropConstraint') return KEY_NAME.test(name) ? [`drops the key ${name}`] : [];
  return HARMLESS_IN_TABLE.includes(subtype) ? [] : [`changes ${column} with ${subtype}, which is not checked`];
}

function addedColumn(added: ColumnDef, table: string, created: NewParts, mayExist: boolean): readonly string[] {
  const { colname = '', typeName, constraints = [] } = added;
  const column = `${table}.${colname}`;
  const own = constraints.flatMap((each) => ('Constraint' in each ? [each.Constraint] : []));
  const has = (...types: readonly Constraint['contype'][]) => own.some(({ contype }) => types.includes(contype));
  const isSerial = (typeName?.names ?? []).some((name) => SERIAL.test(nameOf(name)));
  const isFilled = isSerial || has('CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED');
  if (!isFilled && has('CONSTR_NOTNULL', 'CONSTR_PRIMARY')) return [`adds the required column ${column}`];
  created.nullColumns[isFilled || mayExist ? 'delete' : 'add'](column);
  return own
    .filter(({ contype }) => LIMITS.includes(contype))
    .flatMap((each) => limits(each, table, created, [colname]));
}

/** The `columns` of a constraint that is part of a column are that column. */
function limits(added: Constraint, table: string, created: NewParts, columns = columnsOf(added)): readonly string[] {
  const { contype, indexname, nulls_not_distinct: limitsNulls = false, fk_matchtype: matchType } = added;
  if (contype === 'CONSTR_UNIQUE' && indexname) return []; // its unique index exists
  if (columns.length === 0) return [`limits the values of ${table} (${added.conname ?? 'without a name'})`];
  const mayIgnoreNulls =
    (contype === 'CONSTR_UNIQUE' && !limitsNulls) || (contype === 'CONSTR_FOREIGN' && matchType === 's');
  return newKey({ table, columns, limitsNulls: !mayIgnoreNulls }, created);
}

const columnsOf = ({ keys = [], fk_attrs: references = [] }: Constraint) => [...keys, ...references].map(nameOf);

/** A table in another schema has a name of its own. */
const tableOf = ({ schemaname = 'public', relname = '' }: RangeVar = {}): string =>
  schemaname === 'public' ? relname : `${schemaname}.${relname}`;

const kind = (type: unknown): string => String(type).replace('OBJECT_', '').toLowerCase();

function nameOf(object: Node): string {
  if ('String' in object) return object.String.sval ?? '';
  if ('List' in object) return (object.List.items ?? []).map(nameOf).join('.');
  if ('TypeName' in object) return (object.TypeName.names ?? []).map(nameOf).join('.');
  return 'an object';
}
