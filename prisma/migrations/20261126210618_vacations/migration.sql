-- CreateTable
CREATE TABLE "vacation" (
    "player_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "written" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "vacation_pkey" PRIMARY KEY ("player_id","since")
);

-- CreateIndex
CREATE INDEX "vacation_to_write" ON "vacation"("since") WHERE (NOT written);

-- AddForeignKey
ALTER TABLE "vacation" ADD CONSTRAINT "vacation_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;
