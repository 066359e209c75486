-- What other servers have changed since an instant, when they could not be heard.
CREATE INDEX "game_updated_at_idx" ON "game"("updated_at");
