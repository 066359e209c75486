-- Games without a clock end when a person does not move for 30 days. Those under way have as long from now on.
UPDATE "game" SET "deadline_at" = now() + interval '30 days'
WHERE "status" = 'live' AND "deadline_at" IS NULL AND coalesce("settings" -> 'time', 'null') = 'null'
  AND EXISTS (
    SELECT FROM jsonb_array_elements("seats") AS each(seat)
    WHERE seat ->> 'side' = "turn" AND NOT starts_with(seat #>> '{player,id}', 'computer-')
  );
