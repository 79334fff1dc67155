CREATE TABLE "pool_traces" (
	"outpoint" text NOT NULL,
	"act" text NOT NULL,
	"height" integer,
	CONSTRAINT "pool_traces_outpoint_act_pk" PRIMARY KEY("outpoint","act")
);
--> statement-breakpoint
ALTER TABLE "pool_acts" ADD COLUMN "may_from" integer;--> statement-breakpoint
ALTER TABLE "pool_moves" ADD COLUMN "service_fee" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pools" ADD COLUMN "closed_height" integer;--> statement-breakpoint
CREATE INDEX "pool_traces_act" ON "pool_traces" USING btree ("act");--> statement-breakpoint
CREATE INDEX "pool_traces_height" ON "pool_traces" USING btree ("height");