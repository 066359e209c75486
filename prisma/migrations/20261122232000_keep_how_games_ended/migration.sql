-- How a finished game stood in the end, for the boards in lists. A server fills it in for games that ended before.
ALTER TABLE "game" ADD COLUMN "final_position" TEXT;

-- CreateIndex
CREATE INDEX "game_without_final_position" ON "game"("id") WHERE ((status = 'over'::text) AND (final_position IS NULL));
