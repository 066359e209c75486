import type { Channels } from '../notifications/delivery.ts';

/**
 * The channels that deliver notifications outside of pages. A channel that is not set up is missing here, and its
 * choices have no effect. `others` replace them, for tests.
 */
export const createChannels = (others: Channels): Channels => ({ ...others });
