-- CreateIndex
CREATE INDEX "game_event_left" ON "game_event"("by") WHERE (event ->> 'type' in ('unseated', 'declined'));

-- CreateIndex
CREATE INDEX "chat_message_by_id_idx" ON "chat_message"("by_id");
