CREATE TABLE "mvc"."act" (
	"id" text PRIMARY KEY NOT NULL,
	"pool" integer NOT NULL,
	"side" text NOT NULL,
	"user_key" text NOT NULL,
	"user_hash" text NOT NULL,
	"status" text NOT NULL,
	"act" jsonb NOT NULL,
	"quote" jsonb NOT NULL,
	"books" jsonb NOT NULL,
	"inputs" jsonb NOT NULL,
	"core" text,
	"check_core" text NOT NULL,
	"check_raw" text NOT NULL,
	"parked_raw" text,
	"park_signed" jsonb,
	"swap_raw" text,
	"txid" text,
	"height" integer,
	"dead_height" integer,
	"last_answer" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "act_open" ON "mvc"."act" USING btree ("pool","status");--> statement-breakpoint
CREATE INDEX "act_user" ON "mvc"."act" USING btree ("user_hash","created_at");--> statement-breakpoint
CREATE INDEX "act_core" ON "mvc"."act" USING btree ("core");--> statement-breakpoint
CREATE INDEX "act_check_core" ON "mvc"."act" USING btree ("check_core");