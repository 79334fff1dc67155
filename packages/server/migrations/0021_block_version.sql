ALTER TABLE "block" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "block" SET "version" = "tip"."version" FROM "tip" WHERE "tip"."version" <> 0;--> statement-breakpoint
ALTER TABLE "block" ALTER COLUMN "version" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "tip" DROP COLUMN "version";
