ALTER TABLE "outbox" ADD COLUMN "coins" jsonb;--> statement-breakpoint
CREATE INDEX "outbox_replaces" ON "outbox" USING btree ("replaces") WHERE "outbox"."replaces" is not null;