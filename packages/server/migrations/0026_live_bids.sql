CREATE TABLE "live_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"bidder_address" text NOT NULL,
	"seller_address" text NOT NULL,
	"record" jsonb NOT NULL,
	"unsigned" text NOT NULL,
	"price" numeric(78,0) NOT NULL,
	"pad_outpoint" text,
	"witness" jsonb,
	"sign_by" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_bidders" (
	"address" text PRIMARY KEY NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"absences" integer DEFAULT 0 NOT NULL,
	"paused_until" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_bids" (
	"order_id" text PRIMARY KEY NOT NULL,
	"owner_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_coins" (
	"outpoint" text PRIMARY KEY NOT NULL,
	"answer_id" uuid NOT NULL,
	"owner_address" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "live" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "live_answers" ADD CONSTRAINT "live_answers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_bids" ADD CONSTRAINT "live_bids_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_coins" ADD CONSTRAINT "live_coins_answer_id_live_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."live_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "live_answers_waiting" ON "live_answers" USING btree ("order_id") WHERE "live_answers"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "live_answers_due" ON "live_answers" USING btree ("status","sign_by");--> statement-breakpoint
CREATE INDEX "live_answers_bidder" ON "live_answers" USING btree ("bidder_address") WHERE "live_answers"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "live_answers_half_kept" ON "live_answers" USING btree ("id") WHERE "live_answers"."status" not in ('waiting', 'signed') and "live_answers"."witness" is not null;--> statement-breakpoint
CREATE INDEX "live_coins_answer" ON "live_coins" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "live_coins_owner" ON "live_coins" USING btree ("owner_address");