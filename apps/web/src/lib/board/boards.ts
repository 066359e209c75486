/** The boards that players can choose, each with a rule in themes.css and a name in the catalogues. */
export const BOARDS = ['plaster', 'paddy', 'slate', 'dusk'] as const;
