-- CreateTable
CREATE TABLE "executed_command" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "executed_command_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "executed_command_at_idx" ON "executed_command"("at");
