-- CreateTable
CREATE TABLE "errand" (
    "id" BIGSERIAL NOT NULL,
    "task" JSONB NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "answer" TEXT,

    CONSTRAINT "errand_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "errand_due_at_idx" ON "errand"("due_at");

-- AlterTable
ALTER TABLE "review" ADD COLUMN     "lost" INTEGER NOT NULL DEFAULT 0;
