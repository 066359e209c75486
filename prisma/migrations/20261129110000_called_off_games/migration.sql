-- AlterTable
ALTER TABLE "game" ADD COLUMN     "called_off_at" TIMESTAMPTZ(3),
ADD COLUMN     "closed_by" TEXT,
ADD COLUMN     "closed_side" TEXT;
