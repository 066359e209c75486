-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "pending" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "push_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "notification_to_push" ON "notification"("push_at") WHERE (push_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "notification_pending" ON "notification"("id") WHERE (pending <> '{}'::text[]);
