-- What the chain taught is learned again: the follower begins at the first block. Orders and trades stay.
truncate table "tip", "block", "inscription", "location", "token", "balance", "lot", "coin", "mempool_coin";--> statement-breakpoint
update "followed_script" set "scanned_height" = null;--> statement-breakpoint
CREATE TABLE "mrc20_holding" (
	"outpoint" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(39,0) NOT NULL,
	"script" text NOT NULL,
	CONSTRAINT "mrc20_holding_outpoint_asset_pk" PRIMARY KEY("outpoint","asset"),
	CONSTRAINT "mrc20_holding_positive" CHECK ("mrc20_holding"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "mrc20_token" (
	"asset" text PRIMARY KEY NOT NULL,
	"deploy" text NOT NULL,
	"tick" text NOT NULL,
	"display" text NOT NULL,
	"token_name" text NOT NULL,
	"decimals" integer NOT NULL,
	"amount_per_mint" numeric(78,0) NOT NULL,
	"mint_count" numeric(78,0) NOT NULL,
	"premine_count" numeric(78,0) NOT NULL,
	"begin_height" text NOT NULL,
	"end_height" text NOT NULL,
	"metadata" text NOT NULL,
	"type" text NOT NULL,
	"check_creator" text NOT NULL,
	"check_lvl" text NOT NULL,
	"check_path" text NOT NULL,
	"check_count" text NOT NULL,
	"pay_to" text,
	"pay_amount" text,
	"mints" numeric(78,0) NOT NULL,
	"issued" numeric(39,0) NOT NULL,
	"burned" numeric(39,0) NOT NULL,
	"deployer" text NOT NULL,
	"height" integer NOT NULL,
	"operations" integer NOT NULL,
	CONSTRAINT "mrc20_token_tick_unique" UNIQUE("tick")
);
--> statement-breakpoint
CREATE TABLE "pin_location" (
	"pin" text PRIMARY KEY NOT NULL,
	"outpoint" text NOT NULL,
	"offset" bigint NOT NULL,
	"value" bigint NOT NULL,
	"script" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pin" (
	"id" text PRIMARY KEY NOT NULL,
	"number" integer,
	"operation" text NOT NULL,
	"path" text NOT NULL,
	"host" text,
	"encryption" text NOT NULL,
	"version" text NOT NULL,
	"content_type" text NOT NULL,
	"body" "bytea",
	"creator" text NOT NULL,
	"meta_id" text NOT NULL,
	"pop" text NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rune_balance" (
	"outpoint" text NOT NULL,
	"rune" text NOT NULL,
	"amount" numeric(39,0) NOT NULL,
	"script" text NOT NULL,
	CONSTRAINT "rune_balance_outpoint_rune_pk" PRIMARY KEY("outpoint","rune"),
	CONSTRAINT "rune_balance_positive" CHECK ("rune_balance"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "rune" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"spacers" bigint NOT NULL,
	"symbol" text,
	"divisibility" integer NOT NULL,
	"premine" numeric(39,0) NOT NULL,
	"open" boolean NOT NULL,
	"mint_amount" numeric(39,0),
	"cap" numeric(78,0),
	"height_start" numeric(78,0),
	"height_end" numeric(78,0),
	"offset_start" numeric(78,0),
	"offset_end" numeric(78,0),
	"turbo" boolean NOT NULL,
	"mints" numeric(78,0) NOT NULL,
	"burned" numeric(39,0) NOT NULL,
	"etching" text NOT NULL,
	"number" integer NOT NULL,
	"height" integer NOT NULL,
	"time" bigint NOT NULL,
	CONSTRAINT "rune_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "shovel_use" (
	"asset" text NOT NULL,
	"pin" text NOT NULL,
	CONSTRAINT "shovel_use_asset_pin_pk" PRIMARY KEY("asset","pin")
);
--> statement-breakpoint
ALTER TABLE "lot" ADD COLUMN "display" text NOT NULL;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "differences" jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "mrc20_holding_script" ON "mrc20_holding" USING btree ("script");--> statement-breakpoint
CREATE INDEX "pin_location_outpoint" ON "pin_location" USING btree ("outpoint");--> statement-breakpoint
CREATE INDEX "rune_balance_script" ON "rune_balance" USING btree ("script");