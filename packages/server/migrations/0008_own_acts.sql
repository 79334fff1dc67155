CREATE TABLE "own_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"act" text NOT NULL,
	"target" text NOT NULL,
	"plan" jsonb NOT NULL,
	"unsigned" text[] NOT NULL,
	"txids" text[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "replaces" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "fee" numeric(78,0);--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "vsize" integer;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "since_height" integer;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "stuck_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "own_acts_address" ON "own_acts" USING btree ("address","created_at");