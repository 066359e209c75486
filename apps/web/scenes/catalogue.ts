import { isThorough } from '../../../tools/testing/suite.ts';
import { ended3DScenes, pictured3DScenes, selected3DScenes } from './board-3d/board-3d.ts';
import { fourSeatEndings } from './ending/four-seats.ts';
import { noShowEndings } from './ending/no-show.ts';
import { twoSeatEndings } from './ending/two-seats.ts';
import { computerGameScenes, computerPlateScenes } from './game/computers.ts';
import { correspondenceScenes } from './game/correspondence.ts';
import { reviewScenes } from './game/review.ts';
import { moreSeatScenes } from './game/three-and-four-seats.ts';
import { twoSeatScenes } from './game/two-seats.ts';
import { waitingScenes } from './game/waiting.ts';
import { bellScenes } from './lobby/bell.ts';
import { inboxScenes } from './lobby/inbox.ts';
import { invitedScenes } from './lobby/invited.ts';
import { lobbyScenes } from './lobby/lobby.ts';
import { ownGameScenes } from './lobby/own-games.ts';
import { accountScenes } from './people/account-pages.ts';
import { notificationSettingsScenes } from './people/notification-settings.ts';
import { playerScenes } from './people/player-pages.ts';
import { boardScenes } from './reading/boards.ts';
import { localScenes } from './reading/local.ts';
import { readingScenes } from './reading/pages.ts';
import type { Scenes } from './scene.ts';

/**
 * Scenes that `every-scene.spec.ts` checks. Those in 3D are only in the thorough suite, since without a graphics card each
 * drawing takes seconds, and apart, so that two workers do not check them at the same time.
 */
export const checkedScenes: Scenes = {
  ...waitingScenes,
  ...twoSeatScenes,
  ...moreSeatScenes,
  ...reviewScenes,
  ...computerGameScenes,
  ...lobbyScenes,
  ...(isThorough ? selected3DScenes : {}),
  ...inboxScenes,
  ...bellScenes,
  ...notificationSettingsScenes,
  ...correspondenceScenes,
  ...readingScenes,
  ...boardScenes,
  ...localScenes,
  ...(isThorough ? ended3DScenes : {}),
  ...playerScenes,
  ...accountScenes,
};

/** Ends of games, which `ending.spec.ts` checks: it compares their heights. */
export const endings = {
  'of two seats': twoSeatEndings,
  'of a game to which a player did not come': noShowEndings,
  'of four seats': fourSeatEndings,
} as const satisfies Readonly<Record<string, Scenes>>;

export const scenes: Scenes = {
  ...checkedScenes,
  ...twoSeatEndings,
  ...noShowEndings,
  ...fourSeatEndings,
  ...selected3DScenes,
  ...ended3DScenes,
  ...pictured3DScenes,
  ...computerPlateScenes,
  ...invitedScenes,
  ...ownGameScenes,
};
