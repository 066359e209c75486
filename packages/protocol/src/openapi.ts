import { z } from 'zod/mini';

/**
 * What schemas are called, and said to be, in the description of the API. Not zod's own registry, which is one for the
 * whole process: the pages carry a copy of these schemas with them, and would name them a second time.
 */
export const openApiRegistry = z.registry<{ id?: string; description?: string; type?: string }>();
