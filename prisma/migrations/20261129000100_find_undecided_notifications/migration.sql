-- CreateIndex
DROP INDEX CONCURRENTLY IF EXISTS "notification_undecided";
CREATE INDEX CONCURRENTLY "notification_undecided" ON "notification"("push_at", "id") WHERE ('decide'::text = ANY (pending));
