/** The address of `share_target` in the manifest. */
export const SHARE_PATH = '/share';

/** No record is longer. Browsers limit addresses to two million characters. */
const MAX_LENGTH = 200_000;

/**
 * Opens the analysis board with a text or file that another app has shared. The text is in the fragment, which is not sent
 * to the server: servers refuse long addresses.
 */
export async function share(request: Request): Promise<Response> {
  const form = await request.formData();
  const file = form.get('record');
  const text = file instanceof File && file.size > 0 ? await file.text() : form.get('text');
  const shared = typeof text === 'string' ? text.slice(0, MAX_LENGTH) : '';
  return Response.redirect(shared === '' ? '/analysis' : `/analysis#${new URLSearchParams({ shared })}`, 303);
}
