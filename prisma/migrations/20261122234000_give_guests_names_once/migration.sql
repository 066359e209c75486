-- Names of two words that were given to guests. Guests from before keep theirs, which nobody else can have.
ALTER TABLE "player" ADD COLUMN "guest_name" TEXT;
CREATE UNIQUE INDEX "player_guest_name_key" ON "player"("guest_name");
