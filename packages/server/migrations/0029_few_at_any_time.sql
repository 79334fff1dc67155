CREATE INDEX "bids_expiry" ON "bids" USING btree ("expiry_height");--> statement-breakpoint
CREATE INDEX "bids_exit" ON "bids" USING btree (("funding_height" + "exit_after"));--> statement-breakpoint
CREATE INDEX "bids_held" ON "bids" USING btree ("greyed","fee_rate") WHERE "bids"."published_at" is null and "bids"."funding_raw" is not null;--> statement-breakpoint
CREATE INDEX "orders_paused" ON "orders" USING btree ("id") WHERE "orders"."status" = 'paused';--> statement-breakpoint
CREATE INDEX "rungs_paused" ON "rungs" USING btree ("order_id") WHERE "rungs"."status" = 'paused';--> statement-breakpoint
CREATE INDEX "rungs_ended_kept" ON "rungs" USING btree ("order_id") WHERE "rungs"."status" = 'invalid' and "rungs"."promise" is not null;--> statement-breakpoint
CREATE INDEX "rungs_being_spent" ON "rungs" USING btree ("order_id") WHERE "rungs"."spent_by" is not null and "rungs"."spent_height" is null;