-- Queued moves become branches: the move of the others that each waits for, or null for any, then the own move.
ALTER TABLE "move_queue" RENAME TO "conditional_moves";
ALTER TABLE "conditional_moves" RENAME CONSTRAINT "move_queue_pkey" TO "conditional_moves_pkey";
ALTER INDEX "move_queue_player_id_idx" RENAME TO "conditional_moves_player_id_idx";
ALTER TABLE "conditional_moves" ADD COLUMN "start" TEXT;
UPDATE "conditional_moves" SET "moves" = coalesce((
  SELECT jsonb_agg(node ORDER BY depth)
  FROM jsonb_array_elements("moves") WITH ORDINALITY AS queued (move, n),
  LATERAL (VALUES
    (2 * n - 1, jsonb_build_object('depth', 2 * n - 1, 'move', move -> 'after')),
    (2 * n, jsonb_build_object('depth', 2 * n, 'move', move - 'after'))
  ) AS nodes (depth, node)
), '[]'::jsonb);

-- CreateTable
CREATE TABLE "game_note" (
    "game_id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "variations" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "game_note_pkey" PRIMARY KEY ("game_id","player_id")
);

-- CreateIndex
CREATE INDEX "game_note_player_id_idx" ON "game_note"("player_id");
