// Runs the script it is given, unless this Node is too old for it. Plain JavaScript, so that such a Node can say so.
import { pathToFileURL } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Terrace runs on Node 22.18 or newer; this is ${process.versions.node}, and none comes with the install for ${process.platform}-${process.arch}: install a newer one.`,
  );
  process.exit(1);
}
const [node, , script, ...args] = process.argv;
process.argv = [node, script, ...args];
await import(pathToFileURL(script).href);
