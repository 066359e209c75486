-- AlterTable
ALTER TABLE "push_subscription" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN     "received" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "retry_at" TIMESTAMPTZ(3),
ADD COLUMN     "session_id" TEXT;

-- CreateIndex
CREATE INDEX "push_subscription_session_id_idx" ON "push_subscription"("session_id");

-- AddForeignKey
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
