export { loadMessages } from '#texts';
export { deadlineText, lastingDeadlineText, moveByText, shortDateText, shortDeadlineText } from './deadlines.ts';
export { letterOf } from './format.ts';
export type { Part } from './generated/catalogue.ts';
export { messages } from './generated/messages.ts';
export { currentLanguage, inLanguage, languageName, setLanguageSource } from './language.ts';
export { moveSentence } from './moves.ts';
export { noticeText } from './notices.ts';
export { pieceText } from './pieces.ts';
export {
  explain,
  explainToApiClient,
  illegalMoveText,
  loadRefusals,
  moveRefusalText,
  startRefusalText,
} from './refusals.ts';
export { resultReason, wayToCallOff } from './results.ts';
export { houseRules, minutesText, settingsFacts, timeText } from './settings.ts';
export {
  diagramRefusalText,
  editorCheckText,
  positionRefusalText,
  recordRefusalText,
} from './text-refusals.ts';
