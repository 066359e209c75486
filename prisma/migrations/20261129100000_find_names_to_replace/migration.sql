-- Built without blocking writes, so each statement runs alone and can be repeated.
DROP INDEX CONCURRENTLY IF EXISTS "game_event_created";
CREATE INDEX CONCURRENTLY "game_event_created" ON "game_event"("by") WHERE (seq = 1);
DROP INDEX CONCURRENTLY IF EXISTS "notification_without_game";
CREATE INDEX CONCURRENTLY "notification_without_game" ON "notification"("key") WHERE (game_id IS NULL);
DROP INDEX CONCURRENTLY IF EXISTS "player_role";
CREATE INDEX CONCURRENTLY "player_role" ON "player"("role") WHERE (role IS NOT NULL);
DROP INDEX CONCURRENTLY IF EXISTS "report_about_idx";
CREATE INDEX CONCURRENTLY "report_about_idx" ON "report"("about");
DROP INDEX CONCURRENTLY IF EXISTS "session_expires_at_idx";
CREATE INDEX CONCURRENTLY "session_expires_at_idx" ON "session"("expires_at");
