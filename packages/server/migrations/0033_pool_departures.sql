CREATE TABLE "pool_departures" (
	"txid" text NOT NULL,
	"pool" integer NOT NULL,
	"script" text NOT NULL,
	"to" text NOT NULL,
	"shares" numeric(78,0) NOT NULL,
	"height" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "pool_departures_txid_pool_script_pk" PRIMARY KEY("txid","pool","script")
);
--> statement-breakpoint
CREATE INDEX "pool_departures_script" ON "pool_departures" USING btree ("script","height");--> statement-breakpoint
CREATE INDEX "pool_departures_height" ON "pool_departures" USING btree ("height");