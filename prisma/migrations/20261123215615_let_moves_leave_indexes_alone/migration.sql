-- DropIndex
DROP INDEX "game_among_computers";

-- DropIndex
DROP INDEX "game_deadline_at_idx";

-- DropIndex
DROP INDEX "game_updated_at_idx";

-- CreateIndex
CREATE INDEX "game_updated_at_idx" ON "game" USING BRIN ("updated_at");

-- CreateIndex
CREATE INDEX "game_among_computers" ON "game"("status") WHERE (starts_with(players[1], 'computer-'::text) AND starts_with(players[2], 'computer-'::text));
