DROP INDEX "live_answers_half_kept";--> statement-breakpoint
ALTER TABLE "live_bids" ADD COLUMN "beat_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "live_answers_prepared" ON "live_answers" USING btree ("seller_address") WHERE "live_answers"."status" = 'prepared';--> statement-breakpoint
CREATE INDEX "live_answers_half_kept" ON "live_answers" USING btree ("id") WHERE "live_answers"."status" <> 'waiting' and "live_answers"."witness" is not null;