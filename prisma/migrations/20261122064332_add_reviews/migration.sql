-- CreateTable
CREATE TABLE "review" (
    "game_id" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "failed" BOOLEAN NOT NULL DEFAULT false,
    "total" INTEGER NOT NULL,
    "points" JSONB NOT NULL,
    "nodes" INTEGER NOT NULL,

    CONSTRAINT "review_pkey" PRIMARY KEY ("game_id")
);

-- CreateIndex
CREATE INDEX "review_ended_at_asked_at_idx" ON "review"("ended_at", "asked_at");

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;
