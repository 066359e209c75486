-- CreateTable
CREATE TABLE "heartbeat" (
    "node" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "heartbeat_pkey" PRIMARY KEY ("node")
);
