DROP INDEX "coin_script";--> statement-breakpoint
CREATE INDEX "coin_largest" ON "coin" USING btree ("script","value" DESC NULLS FIRST,"outpoint") WHERE "coin"."spent_height" is null;