CREATE TABLE "scan_ask" (
	"caller" text NOT NULL,
	"script" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scan_ask_caller_script_pk" PRIMARY KEY("caller","script")
);
--> statement-breakpoint
CREATE INDEX "scan_ask_age" ON "scan_ask" USING btree ("asked_at");