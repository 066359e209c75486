/**
 * Finds promises that code for pages holds before it awaits them. Such a promise may reject while another one is
 * awaited, and Node ends a process for a rejection without a handler.
 */
import { join, relative } from 'node:path';
import ts from 'typescript';
import { printHelpIfAsked } from './help.ts';
import { root } from './run.ts';

/** @returns a line for each promise that a variable, a field or an object keeps */
export function heldPromises(program: ts.Program, isChecked: (file: string) => boolean): readonly string[] {
  const checker = program.getTypeChecker();
  const complaints: string[] = [];

  function isPromise(type: ts.Type): boolean {
    if (type.isUnionOrIntersection()) return type.types.some(isPromise);
    return checker.getPropertyOfType(type, 'then') !== undefined;
  }

  function check(node: ts.Node): void {
    const value = keptValue(node);
    if (value !== undefined && isPromise(checker.getTypeAtLocation(value))) {
      const file = value.getSourceFile();
      const { line } = file.getLineAndCharacterOfPosition(value.getStart());
      complaints.push(`${relative(root, file.fileName)}:${line + 1}: ${value.getText().split('\n')[0]}`);
    }
    node.forEachChild(check);
  }

  for (const file of program.getSourceFiles()) if (isChecked(file.fileName)) file.forEachChild(check);
  return complaints;
}

function keptValue(node: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node))
    return node.initializer;
  if (ts.isShorthandPropertyAssignment(node)) return node.name;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) return node.right;
  return undefined;
}

/** All `load` functions, endpoints and hooks, with the modules they import. */
function readPages(): ts.Program {
  const folder = join(root, 'apps/web');
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  return ts.createProgram(
    fileNames.filter((file) => /\/src\/(routes\/|hooks\.)|\.d\.ts$/.test(file)),
    options,
  );
}

/** Components and their models run after the page has loaded. */
const isOfPages = (file: string): boolean =>
  /\/apps\/web\/src\/(routes\/|hooks\.|lib\/)/.test(file) && !/\.(svelte|test)\.ts$/.test(file);

if (process.argv[1] === import.meta.filename) {
  printHelpIfAsked('node tools/held-promises.ts: lists promises that code for pages keeps instead of awaiting them.');
  const pages = readPages();
  for (const complaint of heldPromises(pages, isOfPages)) {
    console.log(`${complaint}: await it where it starts, with others in one Promise.all`);
    process.exitCode = 1;
  }
}
