import { z } from 'zod/mini';

/**
 * Names and descriptions of schemas in the API description. Not zod's global registry: a process can load these schemas
 * twice, as the pages bundle a copy, and would register each name again.
 */
export const openApiRegistry = z.registry<{ id?: string; description?: string; type?: string }>();
