DROP INDEX "takes_expiry";--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "waited_blocks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "takes_buyer" ON "takes" USING btree ("buyer_address","expires_at");--> statement-breakpoint
CREATE INDEX "trades_waited_buyer" ON "trades" USING btree ("buyer_address") WHERE "trades"."waited_blocks" > 0;--> statement-breakpoint
CREATE INDEX "trades_waited_caller" ON "trades" USING btree ("caller") WHERE "trades"."waited_blocks" > 0;--> statement-breakpoint
CREATE INDEX "takes_expiry" ON "takes" USING brin ("expires_at");--> statement-breakpoint
UPDATE "sessions" SET "address" = lower("address") WHERE "address" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "orders" SET "owner_address" = lower("owner_address") WHERE "owner_address" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "orders" SET "taker_address" = lower("taker_address") WHERE "taker_address" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "trades" SET "buyer_address" = lower("buyer_address") WHERE "buyer_address" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "takes" SET "buyer_address" = lower("buyer_address") WHERE "buyer_address" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "own_acts" SET "address" = lower("address") WHERE "address" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "outbox" SET "reference" = lower("reference") WHERE "kind" = 'own' AND "reference" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "fills" SET "buyer" = lower("buyer") WHERE "buyer" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "fills" SET "seller" = lower("seller") WHERE "seller" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';--> statement-breakpoint
UPDATE "fills" SET "fee_paid_by" = lower("fee_paid_by") WHERE "fee_paid_by" ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';