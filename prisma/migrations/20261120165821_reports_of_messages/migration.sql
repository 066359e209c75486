-- AlterTable
ALTER TABLE "report" ADD COLUMN     "message_id" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "report_by_message_id_key" ON "report"("by", "message_id");

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "chat_message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Copy the existing reports
INSERT INTO "report" ("at", "by", "about", "reason", "text", "game_id", "message_id")
SELECT r."at", r."by", m."by_id", 'talk', r."reason", m."game_id", m."id"
FROM "chat_report" r JOIN "chat_message" m ON m."id" = r."message_id";

-- DropTable
DROP TABLE "chat_report";
