CREATE TABLE "pool_restocks" (
	"outpoint" text PRIMARY KEY NOT NULL,
	"pool" integer NOT NULL,
	"place" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"height" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pool_scripts" (
	"script" text PRIMARY KEY NOT NULL,
	"pool" integer NOT NULL,
	"place" text NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pool_acts" ADD COLUMN "token" text;--> statement-breakpoint
UPDATE "pool_acts" SET "token" = 'rune:' || ("asked"->>'token2');--> statement-breakpoint
UPDATE "pool_acts" SET "plan" = "plan" || '{"lots": null}' WHERE "plan" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "pool_acts" ALTER COLUMN "token" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "pool_acts" ADD COLUMN "restock_fee" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pools" ADD COLUMN "token" text;--> statement-breakpoint
UPDATE "pools" SET "token" = 'rune:' || "rune" WHERE "rune" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "pool_restocks_pool" ON "pool_restocks" USING btree ("pool","height");--> statement-breakpoint
CREATE INDEX "pool_scripts_pool" ON "pool_scripts" USING btree ("pool");--> statement-breakpoint
CREATE INDEX "pool_scripts_height" ON "pool_scripts" USING btree ("height");--> statement-breakpoint
ALTER TABLE "pools" DROP COLUMN "rune";