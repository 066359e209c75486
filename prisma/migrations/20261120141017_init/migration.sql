-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "game" (
    "id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "seats" JSONB NOT NULL,
    "players" TEXT[],
    "turn" TEXT,
    "ply" INTEGER NOT NULL,
    "deadline_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "game_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "game_event" (
    "game_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT,
    "command_id" TEXT,
    "event" JSONB NOT NULL,

    CONSTRAINT "game_event_pkey" PRIMARY KEY ("game_id","seq")
);

-- CreateIndex
CREATE INDEX "game_status_created_at_idx" ON "game"("status", "created_at");

-- CreateIndex
CREATE INDEX "game_deadline_at_idx" ON "game"("deadline_at");

-- CreateIndex
CREATE INDEX "game_players_idx" ON "game" USING GIN ("players");

-- AddForeignKey
ALTER TABLE "game_event" ADD CONSTRAINT "game_event_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;
