import { z } from 'zod/mini';

/**
 * Names and descriptions of schemas in the API description. Zod's global registry would get each name twice, because
 * the pages bundle a copy of these schemas.
 */
export const openApiRegistry = z.registry<{ id?: string; description?: string; type?: string }>();
