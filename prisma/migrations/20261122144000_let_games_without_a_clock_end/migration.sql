-- Games without a clock end when a player does not move for 30 days. For current games the 30 days begin now.
UPDATE "game" SET "deadline_at" = now() + interval '30 days'
WHERE "status" = 'live' AND "deadline_at" IS NULL AND coalesce("settings" -> 'time', 'null') = 'null'
  AND EXISTS (
    SELECT FROM jsonb_array_elements("seats") AS each(seat)
    WHERE seat ->> 'side' = "turn" AND NOT starts_with(seat #>> '{player,id}', 'computer-')
  );
