/** The migrated database that tests copy. */
export const template = 'terrace_template';
