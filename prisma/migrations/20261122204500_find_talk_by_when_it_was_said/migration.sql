-- Finds chat messages that were sent while this node missed messages of other nodes.
CREATE INDEX "chat_message_at_idx" ON "chat_message"("at");
