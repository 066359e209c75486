-- Built without blocking writes, so each statement runs alone and can be repeated.
DROP INDEX CONCURRENTLY IF EXISTS "game_called_off";
CREATE INDEX CONCURRENTLY "game_called_off" ON "game"("called_off_at", "id") WHERE (called_off_at IS NOT NULL);
DROP INDEX CONCURRENTLY IF EXISTS "game_called_off_of";
CREATE INDEX CONCURRENTLY "game_called_off_of" ON "game" USING GIN ("players") WHERE (called_off_at IS NOT NULL);
DROP INDEX CONCURRENTLY IF EXISTS "game_closed_without_reason";
CREATE INDEX CONCURRENTLY "game_closed_without_reason" ON "game"("id") WHERE ((status = 'closed'::text) AND (closed_by IS NULL));
