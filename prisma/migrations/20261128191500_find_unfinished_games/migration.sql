-- DropIndex
DROP INDEX CONCURRENTLY IF EXISTS "game_unfinished";

-- CreateIndex
CREATE INDEX CONCURRENTLY "game_unfinished" ON "game"("id") WHERE (status = ANY (ARRAY['open'::text, 'live'::text]));
