ALTER TABLE "block" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "block" SET "version" = "tip"."version" FROM "tip" WHERE "tip"."version" <> 0;--> statement-breakpoint
ALTER TABLE "block" ALTER COLUMN "version" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "tip" DROP COLUMN "version";--> statement-breakpoint
INSERT INTO "notification_marks" ("address", "type", "read_until")
SELECT lower("address"), "type", max("read_until") FROM "notification_marks" WHERE "address" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$' GROUP BY 1, 2
ON CONFLICT ("address", "type") DO UPDATE SET "read_until" = greatest("notification_marks"."read_until", excluded."read_until");--> statement-breakpoint
DELETE FROM "notification_marks" WHERE "address" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "fills" SET "excluded" = 'same-address' WHERE "excluded" IS NULL AND "buyer" <> '' AND "buyer" = "seller";
