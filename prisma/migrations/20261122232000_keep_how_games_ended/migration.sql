-- The final position of a finished game, for the boards in lists. A server adds it to games that ended earlier.
ALTER TABLE "game" ADD COLUMN "final_position" TEXT;

-- CreateIndex
CREATE INDEX "game_without_final_position" ON "game"("id") WHERE ((status = 'over'::text) AND (final_position IS NULL));
