-- CreateTable
CREATE TABLE "follow" (
    "by" TEXT NOT NULL,
    "other" TEXT NOT NULL,

    CONSTRAINT "follow_pkey" PRIMARY KEY ("by","other")
);

-- CreateIndex
CREATE INDEX "follow_other_idx" ON "follow"("other");
