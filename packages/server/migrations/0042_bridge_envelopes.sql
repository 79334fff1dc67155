CREATE TABLE "bridge_envelopes" (
	"txid" text PRIMARY KEY NOT NULL,
	"deposit" text NOT NULL,
	"raw" text NOT NULL,
	"fees" text[] NOT NULL,
	"fee_rate" double precision NOT NULL,
	"since_height" integer NOT NULL,
	"dead" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "bridge_envelopes_deposit" ON "bridge_envelopes" USING btree ("deposit");