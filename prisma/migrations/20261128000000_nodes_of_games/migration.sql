-- AlterTable
ALTER TABLE "game" ADD COLUMN     "node" TEXT;
