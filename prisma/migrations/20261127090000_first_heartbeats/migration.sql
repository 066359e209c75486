-- AlterTable
ALTER TABLE "heartbeat" ADD COLUMN     "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Nodes that run now, or ran lately, count as running all the time.
UPDATE "heartbeat" SET "since" = "at" - interval '1 hour';
