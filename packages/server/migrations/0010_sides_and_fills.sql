CREATE TABLE "asks" (
	"order_id" text NOT NULL,
	"status" text NOT NULL,
	"outpoint" text NOT NULL,
	"inscription_id" text NOT NULL,
	"pay_script" text NOT NULL,
	"sequence" numeric(78,0) NOT NULL,
	"witness" jsonb,
	"psbt" text DEFAULT '' NOT NULL,
	"disclosed_at" timestamp with time zone,
	"cancel_txid" text
);
--> statement-breakpoint
CREATE TABLE "fills" (
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"side" text NOT NULL,
	"market" text NOT NULL,
	"asset_id" text NOT NULL,
	"tick" text NOT NULL,
	"decimals" integer NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"sats" numeric(78,0) NOT NULL,
	"rate_e18" numeric(78,0) NOT NULL,
	"service_fee" numeric(78,0) NOT NULL,
	"fee_paid_by" text NOT NULL,
	"buyer" text NOT NULL,
	"seller" text NOT NULL,
	"txid" text NOT NULL,
	"height" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"excluded" text,
	CONSTRAINT "fills_kind_reference_pk" PRIMARY KEY("kind","reference")
);
--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "seller_address" TO "owner_address";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "buyer_address" TO "taker_address";--> statement-breakpoint
DROP INDEX "orders_live_outpoint";--> statement-breakpoint
DROP INDEX "orders_outpoint";--> statement-breakpoint
DROP INDEX "orders_seller";--> statement-breakpoint
DROP INDEX "orders_buyer";--> statement-breakpoint
DROP INDEX "orders_deals";--> statement-breakpoint
DROP INDEX "orders_signature_kept";--> statement-breakpoint
DROP INDEX "orders_book";--> statement-breakpoint
-- Until now every order was an ask.
ALTER TABLE "orders" ADD COLUMN "side" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "side" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_id_status" UNIQUE("id","status");--> statement-breakpoint
INSERT INTO "asks" ("order_id","status","outpoint","inscription_id","pay_script","sequence","witness","psbt","disclosed_at","cancel_txid")
SELECT "id","status","outpoint","inscription_id","pay_script","sequence","witness","psbt","disclosed_at","cancel_txid" FROM "orders";--> statement-breakpoint
-- What was sold: its part of the service fee by price, the remainders as a new purchase shares them. A stranger's purchase counts nowhere.
WITH sold AS (
	SELECT o.*, t."id" AS trade, t."service_fee" AS fee, CASE WHEN o."free_state" = 1 THEN 0 ELSE o."price" END AS owing,
		(SELECT min(named.place) FROM jsonb_array_elements_text(t."order_ids") WITH ORDINALITY AS named(id, place) WHERE named.id = o."id") AS place
	FROM "orders" o
	LEFT JOIN "trades" t ON t."id" = o."live_trade" AND t."txid" = o."deal_txid" AND t."status" IN ('confirmed', 'final')
	WHERE o."status" = 'done' AND o."deal_txid" IS NOT NULL AND o."closed_height" IS NOT NULL
), shared AS (
	SELECT *, sum(owing) OVER (PARTITION BY trade ORDER BY place) AS after, sum(owing) OVER (PARTITION BY trade) AS total FROM sold
), bearing AS (
	SELECT *, CASE WHEN trade IS NULL OR total = 0 THEN 0 ELSE div(fee * after, total) - div(fee * (after - owing), total) END AS share FROM shared
)
INSERT INTO "fills" ("kind","reference","side","market","asset_id","tick","decimals","amount","sats","rate_e18","service_fee","fee_paid_by","buyer","seller","txid","height","at","excluded")
SELECT 'order', s."id", s."side", CASE s."order_type" WHEN 1 THEN 'brc20' WHEN 11 THEN 'mrc20' ELSE 'idcoin' END,
	s."asset_id", s."tick", s."decimals", s."coin_amount", s."price", s."rate_e18", s.share,
	CASE WHEN s.share > 0 THEN s."taker_address" ELSE '' END, s."taker_address", s."owner_address", s."deal_txid", s."closed_height",
	coalesce(to_timestamp(b."time"), s."closed_at", now()),
	CASE WHEN s.trade IS NULL OR s."reason" LIKE 'bought outside this exchange%' THEN 'outside' WHEN s."taker_address" = s."owner_address" THEN 'same-address' END
FROM bearing s LEFT JOIN "block" b ON b."height" = s."closed_height";--> statement-breakpoint
-- What a book shows of an ask is read from the index alone.
ALTER TABLE "asks" ADD CONSTRAINT "asks_pkey" PRIMARY KEY ("order_id") INCLUDE ("outpoint","inscription_id","disclosed_at");--> statement-breakpoint
ALTER TABLE "asks" ADD CONSTRAINT "asks_order" FOREIGN KEY ("order_id","status") REFERENCES "public"."orders"("id","status") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "asks_live_outpoint" ON "asks" USING btree ("outpoint") WHERE "asks"."status" in ('open', 'paused', 'cancelling');--> statement-breakpoint
CREATE INDEX "asks_outpoint" ON "asks" USING btree ("outpoint");--> statement-breakpoint
CREATE INDEX "asks_signature_kept" ON "asks" USING btree ("order_id") WHERE "asks"."status" = 'cancelled' and "asks"."cancel_txid" is null and "asks"."witness" is not null;--> statement-breakpoint
CREATE INDEX "fills_latest" ON "fills" USING btree ("kind","asset_id","height","txid","reference") WHERE "fills"."excluded" is null;--> statement-breakpoint
CREATE INDEX "fills_time" ON "fills" USING btree ("kind","asset_id","at") WHERE "fills"."excluded" is null;--> statement-breakpoint
CREATE INDEX "fills_height" ON "fills" USING btree ("height");--> statement-breakpoint
CREATE INDEX "fills_txid" ON "fills" USING btree ("txid");--> statement-breakpoint
CREATE INDEX "orders_owner" ON "orders" USING btree ("owner_address","created_at");--> statement-breakpoint
CREATE INDEX "orders_taker" ON "orders" USING btree ("taker_address","closed_at");--> statement-breakpoint
CREATE INDEX "orders_book" ON "orders" USING btree ("asset_id","side","rate_e18") WHERE "orders"."status" = 'open';--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "inscription_id";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "outpoint";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "pay_script";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "sequence";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "witness";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "psbt";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "disclosed_at";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "cancel_txid";
