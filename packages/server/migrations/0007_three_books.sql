ALTER TABLE "orders" ADD COLUMN "decimals" integer DEFAULT 18 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "free_state" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "order_type" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "decimals" integer DEFAULT 18 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_free" ON "orders" USING btree ("caller","created_at") WHERE "orders"."free_state" = 1;