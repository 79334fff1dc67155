CREATE TABLE "ask_locks" (
	"order_id" text PRIMARY KEY NOT NULL,
	"outpoint" text NOT NULL,
	"ticket" jsonb NOT NULL,
	"exits" jsonb NOT NULL,
	"height" integer,
	"spent_height" integer
);
--> statement-breakpoint
ALTER TABLE "ask_locks" ADD CONSTRAINT "ask_locks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ask_locks_outpoint" ON "ask_locks" USING btree ("outpoint");--> statement-breakpoint
CREATE INDEX "ask_locks_height" ON "ask_locks" USING btree ("height");--> statement-breakpoint
CREATE INDEX "ask_locks_standing" ON "ask_locks" USING btree ("order_id") WHERE "ask_locks"."spent_height" is null;