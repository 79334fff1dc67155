ALTER TABLE "pool_moves" ADD COLUMN "service_fee" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pools" ADD COLUMN "closed_height" integer;