-- CreateIndex
CREATE INDEX "block_other_idx" ON "block"("other");
