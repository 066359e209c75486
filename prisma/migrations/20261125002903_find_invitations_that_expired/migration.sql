-- CreateIndex
CREATE INDEX "game_event_expired" ON "game_event"("game_id") WHERE ((event ->> 'type'::text) = 'expired'::text);
