-- The game's event number when a node last took a move from the queue, so that no two nodes play the same move.
ALTER TABLE "move_queue" ADD COLUMN "taken_at_seq" INTEGER;
