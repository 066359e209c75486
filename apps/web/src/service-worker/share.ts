/** The address of `share_target` in the manifest. */
export const SHARE_PATH = '/share';

/** As much as the analysis board reads. */
const MAX_LENGTH = 20_000;

/** Opens the analysis board with a record that another app has shared as text or file. */
export async function share(request: Request): Promise<Response> {
  const form = await request.formData();
  const file = form.get('record');
  const text = file instanceof File && file.size > 0 ? await file.text() : form.get('text');
  const record = typeof text === 'string' ? text.slice(0, MAX_LENGTH) : '';
  return Response.redirect(record === '' ? '/analysis' : `/analysis?record=${encodeURIComponent(record)}`, 303);
}
