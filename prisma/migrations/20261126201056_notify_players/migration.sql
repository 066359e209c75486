-- CreateTable
CREATE TABLE "notification" (
    "id" SERIAL NOT NULL,
    "player_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "game_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "details" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "mail_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_choice" (
    "player_id" TEXT NOT NULL,
    "choices" JSONB NOT NULL,
    "last_mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_choice_pkey" PRIMARY KEY ("player_id")
);

-- CreateTable
CREATE TABLE "notification_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "up_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_progress_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_subscription" (
    "id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "server_key" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "server_key_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "webhook" (
    "id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "webhook_id" TEXT NOT NULL,
    "notification_id" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("webhook_id","notification_id")
);

-- CreateIndex
CREATE INDEX "notification_player_id_id_idx" ON "notification"("player_id", "id");

-- CreateIndex
CREATE INDEX "notification_unread" ON "notification"("player_id") WHERE (read_at IS NULL);

-- CreateIndex
CREATE INDEX "notification_to_mail" ON "notification"("mail_at") WHERE (mail_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "notification_game_id_idx" ON "notification"("game_id");

-- CreateIndex
CREATE INDEX "notification_at_idx" ON "notification"("at");

-- CreateIndex
CREATE UNIQUE INDEX "notification_player_id_key_key" ON "notification"("player_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "push_subscription_endpoint_key" ON "push_subscription"("endpoint");

-- CreateIndex
CREATE INDEX "push_subscription_player_id_idx" ON "push_subscription"("player_id");

-- CreateIndex
CREATE INDEX "webhook_player_id_idx" ON "webhook"("player_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_at_idx" ON "webhook_delivery"("webhook_id", "at");

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
