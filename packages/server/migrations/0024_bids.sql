CREATE TABLE "bid_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"record" jsonb NOT NULL,
	"txid" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bid_coins" (
	"bid_id" uuid NOT NULL,
	"outpoint" text NOT NULL,
	"kept" boolean DEFAULT true NOT NULL,
	CONSTRAINT "bid_coins_bid_id_outpoint_pk" PRIMARY KEY("bid_id","outpoint")
);
--> statement-breakpoint
CREATE TABLE "bids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_address" text NOT NULL,
	"owner_key" text NOT NULL,
	"funding_txid" text NOT NULL,
	"funding_raw" text,
	"coins" jsonb NOT NULL,
	"fee_rate" double precision NOT NULL,
	"network_fee" numeric(78,0) NOT NULL,
	"change" numeric(78,0) NOT NULL,
	"total" numeric(78,0) NOT NULL,
	"expiry_height" integer NOT NULL,
	"exit_after" integer NOT NULL,
	"published_at" timestamp with time zone,
	"funding_height" integer,
	"cancel_txid" text,
	"greyed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rungs" (
	"order_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"bid_id" uuid NOT NULL,
	"outpoint" text NOT NULL,
	"ticket" jsonb NOT NULL,
	"promise" text,
	"exit" text NOT NULL,
	"cancel_txid" text,
	"spent_by" text,
	"spent_height" integer
);
--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "side" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "seller_address" text;--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "lot_outpoint" text;--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "taken_back_by" text;--> statement-breakpoint
ALTER TABLE "bid_coins" ADD CONSTRAINT "bid_coins_bid_id_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rungs" ADD CONSTRAINT "rungs_bid_id_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rungs" ADD CONSTRAINT "rungs_order" FOREIGN KEY ("order_id","status") REFERENCES "public"."orders"("id","status") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "bid_acts_expiry" ON "bid_acts" USING brin ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bid_coins_kept" ON "bid_coins" USING btree ("outpoint") WHERE "bid_coins"."kept";--> statement-breakpoint
CREATE INDEX "bid_coins_outpoint" ON "bid_coins" USING btree ("outpoint");--> statement-breakpoint
CREATE UNIQUE INDEX "bids_funding" ON "bids" USING btree ("funding_txid");--> statement-breakpoint
CREATE INDEX "bids_cancel" ON "bids" USING btree ("cancel_txid") WHERE "bids"."cancel_txid" is not null;--> statement-breakpoint
CREATE INDEX "bids_funding_height" ON "bids" USING btree ("funding_height");--> statement-breakpoint
CREATE UNIQUE INDEX "rungs_outpoint" ON "rungs" USING btree ("outpoint");--> statement-breakpoint
CREATE INDEX "rungs_bid" ON "rungs" USING btree ("bid_id");--> statement-breakpoint
CREATE INDEX "rungs_live" ON "rungs" USING btree ("bid_id") WHERE "rungs"."status" in ('open', 'paused', 'cancelling');--> statement-breakpoint
CREATE INDEX "rungs_spent_height" ON "rungs" USING btree ("spent_height");--> statement-breakpoint
CREATE INDEX "rungs_promise_kept" ON "rungs" USING btree ("order_id") WHERE "rungs"."status" in ('cancelled', 'expired') and "rungs"."promise" is not null;--> statement-breakpoint
CREATE INDEX "trades_taken_back_sale" ON "trades" USING btree ("taken_back_height") WHERE "trades"."taken_back_by" is not null;--> statement-breakpoint
CREATE INDEX "trades_seller" ON "trades" USING btree ("seller_address","created_at") WHERE "trades"."seller_address" is not null;