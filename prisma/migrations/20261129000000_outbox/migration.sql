-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "next_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "due_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "game_id" TEXT NOT NULL,
    "after" INTEGER,
    "seq" INTEGER,
    "message_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outbox_due_at_id_idx" ON "outbox"("due_at", "id");

-- CreateIndex
CREATE INDEX "webhook_next_at" ON "webhook"("next_at") WHERE (next_at IS NOT NULL);

-- What earlier versions kept as jobs of graphile-worker is due from its rows.
INSERT INTO "webhook_delivery" ("webhook_id", "notification_id", "attempts", "at")
SELECT w.id, n.id, 0, now() FROM "notification" n JOIN "webhook" w ON w.player_id = n.player_id AND w.disabled_at IS NULL
WHERE 'webhook' = ANY (n.pending)
ON CONFLICT DO NOTHING;
UPDATE "notification" SET pending = array_remove(pending, 'webhook') WHERE 'webhook' = ANY (pending);
UPDATE "notification" SET push_at = now() WHERE pending <> '{}'::text[] AND push_at IS NULL;
UPDATE "webhook_delivery" SET due_at = now() WHERE pending;
UPDATE "webhook" SET next_at = now() WHERE disabled_at IS NULL AND id IN (SELECT webhook_id FROM "webhook_delivery" WHERE pending);
