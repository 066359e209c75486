import { nonDefaultPreferences, PREFERENCES_COOKIE, type Preferences, readPreferences } from '@terrace/protocol';
import type { Scene, Scenes } from '../scene.ts';

/** The cookie with the name of the scene that the browser shows. */
const SCENE_COOKIE = 'scene';

/** Creates each scene once, by name, and checks its answers against the protocol. */
export function createSceneReader(scenes: Scenes): (name: string) => Scene | undefined {
  const made = new Map<string, Scene>();
  return (name) => {
    const known = made.get(name) ?? (Object.hasOwn(scenes, name) ? scenes[name]?.() : undefined);
    if (known === undefined || made.has(name)) return known;
    for (const answer of known.rest) answer.check();
    made.set(name, known);
    return known;
  };
}

export const sceneName = (cookies: string | undefined): string | undefined =>
  cookies
    ?.split('; ')
    .find((cookie) => cookie.startsWith(`${SCENE_COOKIE}=`))
    ?.slice(SCENE_COOKIE.length + 1);

/** Headers of a redirect to the scene's page. They set its cookies, and clear what earlier scenes stored. */
export function sceneHeaders(name: string, scene: Scene, chosen: Partial<Preferences>) {
  const preferences = readPreferences({ ...scene.preferences, ...chosen });
  const value = encodeURIComponent(JSON.stringify(nonDefaultPreferences(preferences)));
  return {
    location: scene.path,
    'set-cookie': [
      `${SCENE_COOKIE}=${name}; path=/; samesite=lax`,
      `${PREFERENCES_COOKIE}=${value}; path=/; samesite=lax`,
    ],
    'clear-site-data': '"storage"',
    'cache-control': 'no-store',
  };
}
