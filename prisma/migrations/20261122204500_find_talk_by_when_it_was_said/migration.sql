-- What was said at other servers since an instant, when they could not be heard.
CREATE INDEX "chat_message_at_idx" ON "chat_message"("at");
