-- Generated guest names of two words. Existing guests keep their names, which are not given out again.
ALTER TABLE "player" ADD COLUMN "guest_name" TEXT;
CREATE UNIQUE INDEX "player_guest_name_key" ON "player"("guest_name");
