-- CreateIndex
CREATE INDEX "account_provider_id_account_id_idx" ON "account"("provider_id", "account_id");

-- DropIndex
DROP INDEX "chat_message_by_id_idx";

-- CreateIndex
CREATE INDEX "chat_message_by_id_id_idx" ON "chat_message"("by_id", "id");

-- CreateIndex
CREATE INDEX "game_without_result" ON "game"("id") WHERE (status = 'over' and ended_at is null);

-- CreateIndex
CREATE INDEX "game_among_computers" ON "game"("updated_at") WHERE (starts_with(players[1], 'computer-') and starts_with(players[2], 'computer-'));

-- CreateIndex
CREATE INDEX "move_queue_player_id_idx" ON "move_queue"("player_id");

-- DropIndex
DROP INDEX "rating_kind_rating_idx";

-- CreateIndex
CREATE INDEX "rating_kind_rating_player_id_idx" ON "rating"("kind", "rating", "player_id");

-- CreateIndex
CREATE INDEX "sanction_lifted_at_until_idx" ON "sanction"("lifted_at", "until");
