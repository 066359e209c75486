export { currentLanguage, languageName, loadMessages, setLanguageSource } from './current.ts';
export { letterOf } from './format.ts';
export { messages } from './generated/messages.ts';
export { pieceText } from './pieces.ts';
export {
  checkSentence,
  explain,
  explainToProgram,
  whyNoDiagram,
  whyNoMove,
  whyNoPosition,
  whyNoRecord,
  whyNoStart,
  whyNot,
} from './refusals.ts';
export { resultReason } from './results.ts';
export { houseRules, minutesText, settingsFacts, timeText } from './settings.ts';
