// The entry of `npm start`, `npm test` and `npm run rules` on the system's Node. Installs the dependencies of the
// lockfile. Then runs the given script (path from the root) on the installed Node, or else on the system's, in this
// process if that is the same one. Plain JavaScript, so that an old Node can read it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pnpm = 'pnpm@12.21.0';
const stamp = join(root, 'node_modules/.installed-from');
// Stripping types and compiling dominate the run time of a short command; the cache reduces them to a tenth.
const compileCache = join(root, 'node_modules/.cache/compile');
const bundledNode = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
/**
 * The npm that started this process; undefined for a shell or a service manager, which may end before the script does.
 */
const npm = process.env.npm_lifecycle_event === undefined ? undefined : process.ppid;
const NPM_CHECK_EVERY_MS = 250;

const code = (await install()) || (await script(process.argv.slice(2)));
if (code !== undefined) process.exit(code);

async function install() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  console.error('Installing what Terrace needs; the first time takes a minute');
  const args = ['--yes', '--prefer-offline', pnpm, 'install', '--config.confirm-modules-purge=false'];
  const failed = await run('npx', args, ['inherit', 2, 'inherit']); // standard output is reserved for the script
  if (failed) console.error('The install failed (see above). Fix the cause and try again.');
  else writeFileSync(stamp, fingerprint()); // recalculated, because the install may have updated the lockfile
  return failed;
}

function fingerprint() {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(join(root, group))) files.push(`${group}/${name}/package.json`);
  }
  const hash = createHash('sha256');
  for (const file of files.filter((each) => existsSync(join(root, each)))) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

async function script([file, ...args]) {
  const bundled = existsSync(bundledNode);
  if (bundled && process.execPath === realpathSync(bundledNode)) {
    module.enableCompileCache(compileCache);
    endWithNpm(() => process.kill(process.pid, 'SIGTERM'));
    process.argv = [process.execPath, join(root, file), ...args];
    await import(pathToFileURL(join(root, file)).href);
    return undefined;
  }
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (!bundled && (major < 22 || (major === 22 && minor < 18))) {
    console.error(
      `Terrace runs on Node 22.18 or newer; this is ${process.versions.node}, and none comes with the install for ${process.platform}-${process.arch}: install a newer one.`,
    );
    return 1;
  }
  // The channel closes if this process is killed and cannot forward a signal.
  return run(
    bundled ? bundledNode : process.execPath,
    [...process.execArgv, join(root, file), ...args],
    ['inherit', 'inherit', 'inherit', 'ipc'],
  );
}

function run(command, args, stdio) {
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env };
  const child = spawn(command, args, { cwd: root, stdio, env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpm(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve(status ?? (signal ? 1 : 0)));
  });
}

/**
 * Calls `end` once when npm is gone. A killed npm cannot forward a signal: the server would keep running unseen, and
 * the next start would fail because the data folder is in use.
 */
function endWithNpm(end) {
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    end();
  }, NPM_CHECK_EVERY_MS);
  timer.unref();
}
