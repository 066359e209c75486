/** The layers of the code. tools/imports.ts checks the imports between them, and docs/architecture.md shows them. */

/** One or more folders. They may import each other, without cycles, and the layers named in `imports`. */
export type Layer = {
  readonly name: string;
  /** `OTHERS`: all folders that no other layer of the area lists. */
  readonly folders: readonly string[] | typeof OTHERS;
  readonly imports: readonly string[];
};

/** A part of the repository that consists of layers. */
export type Area = {
  readonly title: string;
  /** Matches the paths of the area's files; the first group is the folder. */
  readonly folder: RegExp;
  /** Files of the area whose imports are ignored. */
  readonly except: RegExp | undefined;
  readonly layers: readonly Layer[];
};

const OTHERS = 'others';

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');
const layer = (name: string, folders: string, imports: string): Layer => ({
  name,
  folders: folders === OTHERS ? OTHERS : words(folders),
  imports: words(imports),
});

const allPackages = 'packages/testing packages/messages packages/game packages/protocol packages/engine packages/rules';
const packages: Area = {
  title: 'Packages and applications',
  folder: /^((?:apps|packages)\/[^/]+)\//,
  except: undefined,
  layers: [
    layer('apps/web', 'apps/web', allPackages),
    layer('apps/server', 'apps/server', `${allPackages} packages/embedded-postgres`),
    layer('apps/cli', 'apps/cli', allPackages),
    layer('packages/embedded-postgres', 'packages/embedded-postgres', ''),
    layer('packages/testing', 'packages/testing', 'packages/game packages/protocol packages/rules'),
    layer('packages/messages', 'packages/messages', 'packages/protocol packages/rules'),
    layer('packages/game', 'packages/game', 'packages/protocol packages/rules'),
    layer('packages/protocol', 'packages/protocol', 'packages/rules'),
    layer('packages/engine', 'packages/engine', 'packages/rules'),
    layer('packages/rules', 'packages/rules', ''),
  ],
};

const server: Area = {
  title: 'The server',
  folder: /^apps\/server\/src\/([^/]+?)(?:\.ts$|\/)/,
  except: /\.test\.ts$|\/(testing|generated)\//,
  layers: [
    layer(
      'composition',
      'main compose discovery on-commit programs start',
      'jobs transports adapters application nodes game base',
    ),
    layer('jobs', 'jobs', 'transports adapters application nodes game base'),
    layer('transports', 'http socket commands admission mail-in', 'application game base'),
    layer('adapters', 'store mail', 'application game base'),
    layer('application', OTHERS, 'game base'),
    layer('nodes', 'nodes', 'game base'),
    layer('game', 'game-service', 'base'),
    layer('base', 'engine limits metrics pictures processes runtime', ''),
  ],
};

const web: Area = {
  title: 'The pages',
  folder: /^apps\/web\/src\/(?:lib\/)?([^/]+)\//,
  except: /\.test\.ts$/,
  layers: [
    layer('routes', 'routes service-worker', 'features board ui base'),
    layer('features', OTHERS, 'board ui base'),
    layer('board', 'board', 'ui base'),
    layer('ui', 'ui', 'base'),
    layer('base', 'device errors preferences', ''),
  ],
};

export const areas = { packages, server, web } as const;
