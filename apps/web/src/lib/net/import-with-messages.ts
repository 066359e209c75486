import { loadMessages, type Part } from '@terrace/messages';

export async function importWithMessages<M>(module: Promise<M>, ...parts: readonly Part[]): Promise<M> {
  const [loaded] = await Promise.all([module, loadMessages(...parts)]);
  return loaded;
}
