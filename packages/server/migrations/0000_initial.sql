CREATE TABLE "balance" (
	"asset" text NOT NULL,
	"script" text NOT NULL,
	"available" numeric(39,0) NOT NULL,
	"transferable" numeric(39,0) NOT NULL,
	CONSTRAINT "balance_script_asset_pk" PRIMARY KEY("script","asset"),
	CONSTRAINT "balance_not_negative" CHECK ("balance"."available" >= 0 and "balance"."transferable" >= 0)
);
--> statement-breakpoint
CREATE TABLE "block" (
	"height" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"time" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"undo" jsonb
);
--> statement-breakpoint
CREATE TABLE "coin" (
	"outpoint" text PRIMARY KEY NOT NULL,
	"script" text NOT NULL,
	"value" bigint NOT NULL,
	"height" integer NOT NULL,
	"coinbase" boolean NOT NULL,
	"spent_height" integer
);
--> statement-breakpoint
CREATE TABLE "followed_script" (
	"script" text PRIMARY KEY NOT NULL,
	"scanned_height" integer
);
--> statement-breakpoint
CREATE TABLE "inscription" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" integer NOT NULL,
	"number" integer NOT NULL,
	"curse" text,
	"vindicated" boolean NOT NULL,
	"content_type" text,
	"height" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "location" (
	"inscription" text PRIMARY KEY NOT NULL,
	"outpoint" text NOT NULL,
	"offset" bigint NOT NULL,
	"value" bigint NOT NULL,
	"script" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lot" (
	"inscription" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(39,0) NOT NULL,
	"owner" text NOT NULL,
	"height" integer NOT NULL,
	"used_height" integer
);
--> statement-breakpoint
CREATE TABLE "mempool_coin" (
	"outpoint" text PRIMARY KEY NOT NULL,
	"txid" text NOT NULL,
	"script" text NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tip" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"height" integer NOT NULL,
	"hash" text NOT NULL,
	"peak" integer NOT NULL,
	"epoch" bigint NOT NULL,
	"stopped" text,
	"chain" text NOT NULL,
	CONSTRAINT "tip_one_row" CHECK ("tip"."one")
);
--> statement-breakpoint
CREATE TABLE "token" (
	"asset" text PRIMARY KEY NOT NULL,
	"deploy" text NOT NULL,
	"tick" text NOT NULL,
	"display" text NOT NULL,
	"max" numeric(39,0) NOT NULL,
	"mint_limit" numeric(39,0) NOT NULL,
	"decimals" integer NOT NULL,
	"self_mint" boolean NOT NULL,
	"minted" numeric(39,0) NOT NULL,
	"burned" numeric(39,0) NOT NULL,
	"deploy_height" integer NOT NULL,
	"deployer" text NOT NULL,
	"holders" integer NOT NULL,
	"operations" integer NOT NULL,
	CONSTRAINT "token_tick_unique" UNIQUE("tick")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"key" text NOT NULL,
	"owner" text NOT NULL,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"order_type" integer NOT NULL,
	"asset_id" text NOT NULL,
	"tick" text NOT NULL,
	"price" numeric(78,0) NOT NULL,
	"coin_amount" numeric(78,0) NOT NULL,
	"rate_e18" numeric(78,0) NOT NULL,
	"seller_address" text NOT NULL,
	"buyer_address" text DEFAULT '' NOT NULL,
	"inscription_id" text NOT NULL,
	"outpoint" text NOT NULL,
	"pay_script" text NOT NULL,
	"sequence" numeric(78,0) NOT NULL,
	"witness" jsonb,
	"psbt" text DEFAULT '' NOT NULL,
	"disclosed_at" timestamp with time zone,
	"live_trade" uuid,
	"cancel_txid" text,
	"deal_txid" text,
	"closed_height" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"txid" text PRIMARY KEY NOT NULL,
	"raw" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"inputs" text[] NOT NULL,
	"status" text NOT NULL,
	"height" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prepared_cancels" (
	"order_id" text PRIMARY KEY NOT NULL,
	"plan" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "takes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"buyer_address" text NOT NULL,
	"order_ids" jsonb NOT NULL,
	"plan" jsonb NOT NULL,
	"unsigned" text NOT NULL,
	"pad_outpoint" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trades" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"asset_id" text NOT NULL,
	"tick" text NOT NULL,
	"price" numeric(78,0) NOT NULL,
	"coin_amount" numeric(78,0) NOT NULL,
	"network_fee" numeric(78,0) NOT NULL,
	"service_fee" numeric(78,0) NOT NULL,
	"buyer_address" text NOT NULL,
	"order_ids" jsonb NOT NULL,
	"txid" text NOT NULL,
	"half_signed" jsonb,
	"pad_outpoint" text,
	"height" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "coin_script" ON "coin" USING btree ("script") WHERE "coin"."spent_height" is null;--> statement-breakpoint
CREATE INDEX "coin_height" ON "coin" USING btree ("height");--> statement-breakpoint
CREATE INDEX "coin_spent" ON "coin" USING btree ("spent_height");--> statement-breakpoint
CREATE INDEX "inscription_number" ON "inscription" USING btree ("number");--> statement-breakpoint
CREATE INDEX "location_outpoint" ON "location" USING btree ("outpoint");--> statement-breakpoint
CREATE INDEX "lot_owner" ON "lot" USING btree ("owner","asset") WHERE "lot"."used_height" is null;--> statement-breakpoint
CREATE INDEX "mempool_coin_script" ON "mempool_coin" USING btree ("script");--> statement-breakpoint
CREATE INDEX "mempool_coin_txid" ON "mempool_coin" USING btree ("txid");--> statement-breakpoint
CREATE INDEX "token_operations" ON "token" USING btree ("operations");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_key" ON "idempotency" USING btree ("owner","key");--> statement-breakpoint
CREATE INDEX "idempotency_age" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_live_outpoint" ON "orders" USING btree ("outpoint") WHERE "orders"."status" in ('open', 'paused', 'cancelling');--> statement-breakpoint
CREATE INDEX "orders_book" ON "orders" USING btree ("asset_id","rate_e18") WHERE "orders"."status" = 'open';--> statement-breakpoint
CREATE INDEX "orders_outpoint" ON "orders" USING btree ("outpoint");--> statement-breakpoint
CREATE INDEX "orders_seller" ON "orders" USING btree ("seller_address","created_at");--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("buyer_address","closed_at");--> statement-breakpoint
CREATE INDEX "orders_deals" ON "orders" USING btree ("asset_id","closed_at") WHERE "orders"."status" = 'done';--> statement-breakpoint
CREATE INDEX "orders_closed_height" ON "orders" USING btree ("closed_height");--> statement-breakpoint
CREATE INDEX "orders_live_trade" ON "orders" USING btree ("live_trade");--> statement-breakpoint
CREATE INDEX "outbox_status" ON "outbox" USING btree ("status");--> statement-breakpoint
CREATE INDEX "outbox_inputs" ON "outbox" USING gin ("inputs");--> statement-breakpoint
CREATE INDEX "sessions_address" ON "sessions" USING btree ("address");--> statement-breakpoint
CREATE INDEX "takes_expiry" ON "takes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "trades_txid" ON "trades" USING btree ("txid") WHERE "trades"."status" <> 'void';--> statement-breakpoint
CREATE INDEX "trades_buyer" ON "trades" USING btree ("buyer_address","created_at");--> statement-breakpoint
CREATE INDEX "trades_status" ON "trades" USING btree ("status");