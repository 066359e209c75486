/** vitest's global set-up for browser tests: the pages as they are now. */
import { buildPages } from '../pages.ts';

export default (): Promise<void> => buildPages(console.log);
