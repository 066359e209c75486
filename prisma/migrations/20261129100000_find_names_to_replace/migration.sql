-- CreateIndex
CREATE INDEX "game_event_created" ON "game_event"("by") WHERE (seq = 1);

-- CreateIndex
CREATE INDEX "notification_without_game" ON "notification"("key") WHERE (game_id IS NULL);

-- CreateIndex
CREATE INDEX "player_role" ON "player"("role") WHERE (role IS NOT NULL);

-- CreateIndex
CREATE INDEX "report_about_idx" ON "report"("about");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");
