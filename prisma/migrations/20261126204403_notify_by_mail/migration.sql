-- AlterTable
ALTER TABLE "notification_choice" DROP COLUMN "last_mailed_at";

-- CreateTable
CREATE TABLE "notification_mail" (
    "player_id" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3),
    "retry_at" TIMESTAMPTZ(3),
    "sending" INTEGER[] DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "notification_mail_pkey" PRIMARY KEY ("player_id")
);

-- CreateTable
CREATE TABLE "mail_command" (
    "id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_command_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mail_command_player_id_idx" ON "mail_command"("player_id");

-- CreateIndex
CREATE INDEX "mail_command_at_idx" ON "mail_command"("at");
