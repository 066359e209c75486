export {
  AccountName,
  AccountView,
  ChangeEmail,
  ChangePassword,
  ConfirmEmail,
  CreatedToken,
  DeleteAccount,
  ForgotPassword,
  NewToken,
  ResetPassword,
  SessionRow,
  SignIn,
  SignInMethods,
  SignUp,
  TokenRow,
  TokenScope,
} from './account.ts';
export { ArchiveQuery, FinishedGame, GameFilter, GamePage, PlayerGamesQuery } from './archive.ts';
export { ChatMessage, ChatRoom } from './chat.ts';
export { CLIENT_ERROR_SOURCES, ClientError } from './client-errors.ts';
export {
  availableComputer,
  COMPUTER_IDS,
  computerPlayer,
  computerStrength,
  isComputer,
  isComputersOnly,
  STRENGTHS,
  Strength,
  strengthFromName,
} from './computers.ts';
export { ConditionalMove, ConditionalMoves } from './conditional-moves.ts';
export {
  type Ack,
  type Broadcast,
  type BroadcastName,
  broadcasts,
  type ClientToServer,
  type Payload,
  type Reply,
  type RequestInput,
  type RequestName,
  requests,
  type ServerToClient,
} from './contract.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
export {
  CalledOff,
  CloseReason,
  EndReason,
  type EventOf,
  GameEvent,
  GameResult,
  LoggedEvent,
  Offer,
} from './events.ts';
export { Command, CommandDone, TableOpened } from './game.ts';
export { CommandBody, CommandText, GameCommand, LegalMoves, NewTable } from './game-api.ts';
export { GameNow } from './game-state.ts';
export { guestName, guestNameWords, isGuestName, numberedGuestName, readGuestName } from './guest-names.ts';
export { GameLog, Me } from './http.ts';
export { CommandId, GameId, Player, PlayerId, SideName } from './ids.ts';
export {
  Attention,
  INBOX_GROUPS,
  InboxCounts,
  InboxGame,
  InboxGroup,
  InboxPage,
  isSlowGame,
  MAX_INBOX_PAGE,
} from './inbox.ts';
export { type InboxPlace, inboxGroup, inboxPlace, mostUrgentFirst, noInboxGames } from './inbox-order.ts';
export { InboxQuery } from './inbox-query.ts';
export { Leaderboard, LeaderboardQuery, LivelyKind, PlayerRating, RatingHistory } from './leaderboard.ts';
export {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_BANK_INCREMENT_MS,
  MAX_BANK_MS,
  MAX_COMMAND_LENGTH,
  MAX_CONDITIONAL_DEPTH,
  MAX_CONDITIONAL_MOVES,
  MAX_ERROR_MESSAGE,
  MAX_ERROR_STACK,
  MAX_EVENTS_IN_REPLY,
  MAX_INCREMENT_MS,
  MAX_INITIAL_MS,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PAUSE_MS,
  MAX_PER_MOVE_MS,
  MAX_POSITION_LENGTH,
  MAX_STATEMENT_LENGTH,
  MAX_TOKEN_NAME_LENGTH,
  MAX_URL_LENGTH,
  MAX_VARIATION_MOVES,
  MIN_ACCOUNT_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  TIME_GIFT_MS,
  VACATION_DAYS,
} from './limits.ts';
export {
  FeaturedChange,
  FeaturedGames,
  GameRow,
  LiveBoard,
  LiveFilter,
  LiveGame,
  LobbyChange,
  LobbyView,
  type Place,
  PlayerLobby,
  Seek,
  SeekerRow,
} from './lobby.ts';
export { addTables, changeFeatured, changeLobby, longestWaitFirst, newestFirst } from './lobby-fold.ts';
export { gamesOfSeek, isOpenSeat, matchKey, seekKey } from './matching.ts';
export {
  AuditRow,
  ModerationView,
  NewReport,
  NewSanction,
  ReportReason,
  ReportRow,
  type SanctionInput,
  SanctionKind,
  SanctionRow,
} from './moderation.ts';
export { NoteText } from './notes.ts';
export {
  DEFAULT_NOTIFICATION_CHOICES,
  MailKinds,
  MailSubscription,
  NOTIFICATION_CHANNELS,
  NotificationChannel,
  NotificationChannels,
  NotificationChoices,
  TestNotification,
} from './notification-choices.ts';
export { NOTIFICATION_KINDS, Notification, NotificationDetails, NotificationKind } from './notification-details.ts';
export { NotificationPage, notificationPath, ReadNotifications } from './notification-list.ts';
export { openApiRegistry } from './openapi.ts';
export { OpenSeek, SeekEnd } from './pairing.ts';
export { BotList, BotSwitch, PlayerProfile, Score } from './players.ts';
export { StartRefusal } from './position-refusals.ts';
export {
  AccountPreferences,
  COMPUTER_TIMES,
  LANGUAGES,
  Language,
  nonDefaultPreferences,
  PREFERENCES_COOKIE,
  Preferences,
  preferencesFromCookie,
  readPreferences,
  StoredPreferences,
} from './preferences.ts';
export { preferredLanguage } from './preferred-language.ts';
export { Presence } from './presence.ts';
export { NewPushSubscription, PushDevice, PushDeviceId, PushPayload, PushSettings } from './push.ts';
export {
  computerRating,
  PROVISIONAL_ABOVE,
  RATING_KINDS,
  RatedGame,
  RatingChange,
  RatingKind,
  RatingMark,
  rateableAs,
  ratingKindOf,
} from './ratings.ts';
export {
  type AccountRefusal,
  type CommandRefusal,
  type HttpRefusal,
  type ModerationRefusal,
  malformedRefusal,
  Refusal,
  type RefusalCode,
  Refused,
  type ReviewRefusal,
  statusOf,
  type VacationRefusal,
} from './refusals.ts';
export { MoveClass, OngoingRatedGame, Review, ReviewPoint, ReviewState } from './review.ts';
export {
  type CorrespondenceTime,
  completeSettings,
  DEFAULT_SETTINGS,
  isCorrespondence,
  Settings,
  TimeControl,
} from './settings.ts';
export { PlayerNotification } from './stream.ts';
export { type CleanText, Int4, MAX_INT4, NonBlankText, OpaqueText, PositiveInt4 } from './text.ts';
export { type CommandName, EXAMPLES, hasBoardArgument, isBoard, isCommandName, USAGE } from './text-commands.ts';
export { isTimeZone } from './time-zone.ts';
export { BeginVacation, VacationView } from './vacation.ts';
export {
  MAX_WEBHOOKS,
  NewWebhook,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookEvent,
  WebhookList,
  WebhookRow,
  WebhookWithSecret,
} from './webhooks.ts';
