-- CreateIndex
-- Without the pending list of fastupdate, which every search would have to scan.
CREATE INDEX "game_unfinished_of" ON "game" USING GIN ("players") WITH (fastupdate = off) WHERE (status = ANY (ARRAY['open'::text, 'live'::text]));

-- AlterIndex
ALTER INDEX "game_players_idx" SET (fastupdate = off);
