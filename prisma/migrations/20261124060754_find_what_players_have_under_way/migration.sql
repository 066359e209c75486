-- CreateIndex
-- Both indexes of players take new entries in at once: those that wait to be taken in are read through by every search.
CREATE INDEX "game_unfinished_of" ON "game" USING GIN ("players") WITH (fastupdate = off) WHERE (status = ANY (ARRAY['open'::text, 'live'::text]));

-- AlterIndex
ALTER INDEX "game_players_idx" SET (fastupdate = off);
