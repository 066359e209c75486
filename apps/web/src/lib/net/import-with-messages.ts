import { loadMessages, type Part } from '@terrace/messages';

/** Imports a module together with the message groups it needs. */
export async function importWithMessages<M>(module: Promise<M>, ...parts: readonly Part[]): Promise<M> {
  const [loaded] = await Promise.all([module, loadMessages(...parts)]);
  return loaded;
}
