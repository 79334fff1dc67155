CREATE TABLE "pool_acts" (
	"id" text PRIMARY KEY NOT NULL,
	"pool" integer NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"address" text NOT NULL,
	"script" text NOT NULL,
	"asked" jsonb NOT NULL,
	"plan" jsonb,
	"txid" text,
	"d1" numeric(78,0) NOT NULL,
	"d2" numeric(78,0) NOT NULL,
	"ds" numeric(78,0) NOT NULL,
	"service_fee" numeric(78,0) NOT NULL,
	"network_fee" numeric(78,0) NOT NULL,
	"fee_rate" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"signed_height" integer,
	"turn_height" integer,
	"void_height" integer,
	"sequence" bigint,
	"height" integer
);
--> statement-breakpoint
CREATE TABLE "pool_coins" (
	"outpoint" text PRIMARY KEY NOT NULL,
	"pool" integer NOT NULL,
	"role" text NOT NULL,
	"value" numeric(78,0) NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"height" integer NOT NULL,
	"spent_height" integer,
	"spent_by" text
);
--> statement-breakpoint
CREATE TABLE "pool_exits" (
	"lane" text PRIMARY KEY NOT NULL,
	"pool" integer NOT NULL,
	"height" integer NOT NULL,
	"exit" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pool_moves" (
	"txid" text PRIMARY KEY NOT NULL,
	"pool" integer NOT NULL,
	"kind" text NOT NULL,
	"d1" numeric(78,0) NOT NULL,
	"d2" numeric(78,0) NOT NULL,
	"ds" numeric(78,0) NOT NULL,
	"script" text NOT NULL,
	"height" integer NOT NULL,
	"place" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pools" (
	"number" integer PRIMARY KEY NOT NULL,
	"script" text NOT NULL,
	"public_key" text NOT NULL,
	"etch_txid" text NOT NULL,
	"share_rune" text,
	"rune" text,
	"height" integer,
	CONSTRAINT "pools_script_unique" UNIQUE("script"),
	CONSTRAINT "pools_etch_txid_unique" UNIQUE("etch_txid")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "pool_acts_txid" ON "pool_acts" USING btree ("txid") WHERE "pool_acts"."txid" is not null and "pool_acts"."status" in ('signed', 'confirmed');--> statement-breakpoint
CREATE INDEX "pool_acts_pool" ON "pool_acts" USING btree ("pool","status");--> statement-breakpoint
CREATE INDEX "pool_acts_address" ON "pool_acts" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "pool_acts_height" ON "pool_acts" USING btree ("height");--> statement-breakpoint
CREATE INDEX "pool_coins_unspent" ON "pool_coins" USING btree ("pool") WHERE "pool_coins"."spent_height" is null;--> statement-breakpoint
CREATE INDEX "pool_coins_height" ON "pool_coins" USING btree ("height");--> statement-breakpoint
CREATE INDEX "pool_coins_spent" ON "pool_coins" USING btree ("spent_height");--> statement-breakpoint
CREATE INDEX "pool_exits_pool" ON "pool_exits" USING btree ("pool");--> statement-breakpoint
CREATE INDEX "pool_moves_pool" ON "pool_moves" USING btree ("pool","height","place");--> statement-breakpoint
CREATE INDEX "pool_moves_height" ON "pool_moves" USING btree ("height");--> statement-breakpoint
CREATE INDEX "pool_moves_script" ON "pool_moves" USING btree ("script","height");--> statement-breakpoint
CREATE INDEX "rune_balance_rune" ON "rune_balance" USING btree ("rune");