/** Loads the code of a server without starting it, so that it is in the compile cache of an image. */
import { flushCompileCache } from 'node:module';

await import('./server.ts');
flushCompileCache();
process.exit(0);
