/** Commands that `npm run test:thorough` runs after the tests. `--only` selects them by name. */
export const thoroughSteps: readonly { readonly name: string; readonly command: string }[] = [
  { name: 'chaos', command: 'node chaos/main.ts --minutes 20' },
  { name: 'chaos-nodes', command: 'node chaos/main.ts --minutes 20 --nodes 2' },
  { name: 'fuzz', command: 'node fuzz/main.ts --minutes 20' },
];
