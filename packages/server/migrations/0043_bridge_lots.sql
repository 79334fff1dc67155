ALTER TABLE "bridge_deposits" ADD COLUMN "refund_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bridge_envelopes" ADD COLUMN "lot_txid" text;--> statement-breakpoint
ALTER TABLE "bridge_envelopes" ADD COLUMN "lot_raw" text;--> statement-breakpoint
ALTER TABLE "bridge_envelopes" ADD COLUMN "out" numeric(78,0) DEFAULT 0 NOT NULL;