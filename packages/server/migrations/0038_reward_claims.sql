CREATE TABLE "reward_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"campaign" text NOT NULL,
	"address" text NOT NULL,
	"epochs" integer[] NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"plan" jsonb NOT NULL,
	"network_fee" numeric(78,0) NOT NULL,
	"status" text NOT NULL,
	"txid" text,
	"reason" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reward_pots" (
	"campaign" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"script" text NOT NULL,
	"paused" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reward_taken" (
	"campaign" text NOT NULL,
	"number" integer NOT NULL,
	"ready_height" integer NOT NULL,
	CONSTRAINT "reward_taken_campaign_number_pk" PRIMARY KEY("campaign","number")
);
--> statement-breakpoint
CREATE INDEX "reward_claims_address" ON "reward_claims" USING btree ("address","campaign");--> statement-breakpoint
CREATE INDEX "reward_claims_campaign" ON "reward_claims" USING btree ("campaign","status");