import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AST, parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const lib = join(import.meta.dirname, '..');

/** Regions that appear together with their panel and get their texts later, or whose text needs no announcement. */
const WITH_THEIR_PANEL = [
  'account/LoginPage.svelte', // text of the loaded page
  'analysis/EnginePanel.svelte', // the verdict, which changes while the engine is on
  'lobby/PlayPanel.svelte', // empty at first
  'notices/NoticeList.svelte', // empty at first
  'online/CommandDialog.svelte', // empty at first
  'online/ConditionalPanel.svelte', // "saved" next to the moves, which changes while they are saved
  'push/DeviceNotifications.svelte', // empty at first
  'site/Header.svelte', // the network is missing when the page is loaded
];

type Node = { readonly type: string; readonly name?: string; readonly attributes?: readonly AST.Attribute[] };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function attribute({ attributes }: Node, name: string): string | undefined {
  const found = attributes?.find((each) => each.type === 'Attribute' && each.name === name)?.value;
  const [text] = Array.isArray(found) ? found : [];
  return text?.type === 'Text' ? text.data : undefined;
}

/** @returns the nodes below, each with the names of its ancestors */
function* nodesOf(value: unknown, above: readonly string[] = []): Generator<{ node: Node; above: readonly string[] }> {
  if (Array.isArray(value)) {
    for (const each of value) yield* nodesOf(each, above);
  } else if (isNode(value)) {
    yield { node: value, above };
    for (const each of Object.values(value)) yield* nodesOf(each, [...above, value.type]);
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) yield* nodesOf(each, above);
  }
}

const components = globSync('**/*.svelte', { cwd: lib });
const nodesIn = (file: string) => [
  ...nodesOf(parse(readFileSync(join(lib, file), 'utf8'), { modern: true, filename: file }).fragment),
];

test('a live region stays in the document, because a screen reader announces only changes of regions it knows', () => {
  const conditional = components.filter((file) =>
    nodesIn(file).some(
      ({ node, above }) =>
        (attribute(node, 'role') === 'status' || attribute(node, 'aria-live') === 'polite') &&
        above.includes('IfBlock'),
    ),
  );
  expect(conditional.toSorted()).toEqual(WITH_THEIR_PANEL);
});

test('no button is disabled natively, because neither keys nor a screen reader reach the reason', () => {
  const disabled = components.filter((file) =>
    nodesIn(file).some(
      ({ node }) =>
        node.name === 'button' && node.attributes?.some((each) => 'name' in each && each.name === 'disabled'),
    ),
  );
  expect(disabled).toEqual([]);
});
