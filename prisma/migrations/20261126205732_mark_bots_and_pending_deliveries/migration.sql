-- AlterTable
ALTER TABLE "player" ADD COLUMN     "is_bot" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "pending" BOOLEAN NOT NULL DEFAULT true;

-- CreateIndex
CREATE INDEX "player_bot" ON "player"("name") WHERE (is_bot);

-- CreateIndex
CREATE INDEX "webhook_delivery_pending" ON "webhook_delivery"("webhook_id") WHERE (pending);
