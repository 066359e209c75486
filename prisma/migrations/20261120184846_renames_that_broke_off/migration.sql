-- CreateTable
CREATE TABLE "renaming" (
    "player_id" TEXT NOT NULL,

    CONSTRAINT "renaming_pkey" PRIMARY KEY ("player_id")
);

-- AddForeignKey
ALTER TABLE "renaming" ADD CONSTRAINT "renaming_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;
