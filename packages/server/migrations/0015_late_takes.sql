ALTER TABLE "trades" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "taken_back_height" integer;--> statement-breakpoint
CREATE INDEX "trades_taken_back_buyer" ON "trades" USING btree ("buyer_address","taken_back_height") WHERE "trades"."taken_back_height" is not null;--> statement-breakpoint
CREATE INDEX "trades_taken_back_caller" ON "trades" USING btree ("caller","taken_back_height") WHERE "trades"."taken_back_height" is not null;