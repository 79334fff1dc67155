CREATE TABLE "pool_share_coins" (
	"outpoint" text NOT NULL,
	"pool" integer NOT NULL,
	"script" text NOT NULL,
	"shares" numeric(78,0) NOT NULL,
	"height" integer NOT NULL,
	"spent_height" integer,
	CONSTRAINT "pool_share_coins_outpoint_pool_pk" PRIMARY KEY("outpoint","pool")
);
--> statement-breakpoint
CREATE TABLE "reward_campaigns" (
	"id" text PRIMARY KEY NOT NULL,
	"file" jsonb NOT NULL,
	"stopped_after" integer,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reward_epochs" (
	"campaign" text NOT NULL,
	"number" integer NOT NULL,
	"first_block" integer NOT NULL,
	"last_block" integer NOT NULL,
	"closed_height" integer NOT NULL,
	"last_hash" text NOT NULL,
	"total" numeric(78,0) NOT NULL,
	"scaled" boolean NOT NULL,
	"rows_hash" text NOT NULL,
	"trades_hash" text NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reward_epochs_campaign_number_pk" PRIMARY KEY("campaign","number")
);
--> statement-breakpoint
CREATE TABLE "reward_rows" (
	"campaign" text NOT NULL,
	"number" integer NOT NULL,
	"address" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"wanted" numeric(78,0) NOT NULL,
	CONSTRAINT "reward_rows_campaign_number_address_pk" PRIMARY KEY("campaign","number","address")
);
--> statement-breakpoint
CREATE TABLE "reward_uses" (
	"campaign" text NOT NULL,
	"number" integer NOT NULL,
	"reference" text NOT NULL,
	"used" numeric(78,0) NOT NULL,
	CONSTRAINT "reward_uses_campaign_number_reference_pk" PRIMARY KEY("campaign","number","reference")
);
--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "place" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "pool_share_coins_pool" ON "pool_share_coins" USING btree ("pool","height");--> statement-breakpoint
CREATE INDEX "pool_share_coins_height" ON "pool_share_coins" USING btree ("height");--> statement-breakpoint
CREATE INDEX "pool_share_coins_spent" ON "pool_share_coins" USING btree ("spent_height");--> statement-breakpoint
CREATE INDEX "reward_epochs_last" ON "reward_epochs" USING btree ("last_block");--> statement-breakpoint
CREATE INDEX "reward_rows_address" ON "reward_rows" USING btree ("address","campaign");--> statement-breakpoint
CREATE INDEX "reward_uses_reference" ON "reward_uses" USING btree ("reference");--> statement-breakpoint
-- Shares that lie somewhere already are held from before the first epoch on; swaps have their places in their moves.
INSERT INTO "pool_share_coins" ("outpoint", "pool", "script", "shares", "height")
  SELECT "rune_balance"."outpoint", "pools"."number", "rune_balance"."script", "rune_balance"."amount", 0
  FROM "rune_balance" JOIN "pools" ON "pools"."share_rune" = "rune_balance"."rune";--> statement-breakpoint
UPDATE "fills" SET "place" = "pool_moves"."place" FROM "pool_moves"
  WHERE "fills"."kind" = 'pool' AND "pool_moves"."txid" = "fills"."txid";
