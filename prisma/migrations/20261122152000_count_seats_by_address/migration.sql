-- CreateTable
CREATE TABLE "seat_address" (
    "game_id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "opened" BOOLEAN NOT NULL,

    CONSTRAINT "seat_address_pkey" PRIMARY KEY ("game_id","player_id")
);

-- CreateIndex
CREATE INDEX "seat_address_address_key_idx" ON "seat_address"("address_key");

-- AddForeignKey
ALTER TABLE "seat_address" ADD CONSTRAINT "seat_address_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;
