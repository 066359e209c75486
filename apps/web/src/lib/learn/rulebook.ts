/** The parts of the rules page and the numbers of their rules. The catalogues have the texts. */
export const RULEBOOK = [
  { part: 'board', rules: ['R1', 'R2', 'R3'] },
  { part: 'pieces', rules: ['R4', 'R5'] },
  { part: 'moves', rules: ['R6', 'R7', 'R8', 'R9', 'R10'] },
  { part: 'turns', rules: ['R11', 'R12'] },
  { part: 'end', rules: ['R13', 'R14', 'R15', 'R16', 'R17'] },
  { part: 'calls', rules: ['R18', 'R19'] },
  { part: 'notation', rules: ['R20', 'R21', 'R22', 'R23', 'R24', 'R25'] },
] as const;
