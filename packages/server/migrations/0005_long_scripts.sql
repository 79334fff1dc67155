DROP INDEX "lot_owner";--> statement-breakpoint
ALTER TABLE "balance" DROP CONSTRAINT "balance_script_asset_pk";--> statement-breakpoint
CREATE UNIQUE INDEX "balance_holder" ON "balance" USING btree (sha256(decode("script", 'hex')),"asset");--> statement-breakpoint
CREATE INDEX "lot_owner" ON "lot" USING btree (sha256(decode("owner", 'hex')),"asset") WHERE "lot"."used_height" is null;