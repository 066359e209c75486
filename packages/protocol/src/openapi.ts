import { z } from 'zod/mini';

/** Zod's global registry would get each name twice, because the pages bundle a copy of these schemas. */
export const openApiRegistry = z.registry<{ id?: string; description?: string; type?: string; properties?: object }>();
