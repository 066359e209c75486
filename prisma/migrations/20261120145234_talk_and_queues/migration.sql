-- CreateTable
CREATE TABLE "player" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "player_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_message" (
    "id" SERIAL NOT NULL,
    "game_id" TEXT NOT NULL,
    "room" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "chat_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_report" (
    "message_id" INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "chat_report_pkey" PRIMARY KEY ("message_id","by")
);

-- CreateTable
CREATE TABLE "block" (
    "by" TEXT NOT NULL,
    "other" TEXT NOT NULL,

    CONSTRAINT "block_pkey" PRIMARY KEY ("by","other")
);

-- CreateTable
CREATE TABLE "move_queue" (
    "game_id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "moves" JSONB NOT NULL,

    CONSTRAINT "move_queue_pkey" PRIMARY KEY ("game_id","player_id")
);

-- CreateIndex
CREATE INDEX "player_name_idx" ON "player"("name");

-- CreateIndex
CREATE INDEX "chat_message_game_id_id_idx" ON "chat_message"("game_id", "id");

-- AddForeignKey
ALTER TABLE "chat_report" ADD CONSTRAINT "chat_report_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "chat_message"("id") ON DELETE CASCADE ON UPDATE CASCADE;
