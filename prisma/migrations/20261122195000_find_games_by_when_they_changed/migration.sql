-- Finds games that changed while this node missed messages of other nodes.
CREATE INDEX "game_updated_at_idx" ON "game"("updated_at");
