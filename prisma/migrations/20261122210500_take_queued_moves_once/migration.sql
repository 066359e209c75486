-- At which event of its game the last move was taken from a queue, so that no two servers play one.
ALTER TABLE "move_queue" ADD COLUMN "taken_at_seq" INTEGER;
