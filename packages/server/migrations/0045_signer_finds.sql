ALTER TABLE "bridge_assets" ADD COLUMN "signer_finds" text;--> statement-breakpoint
UPDATE "bridge_deposits" SET "refund_asked" = false, "wait" = NULL WHERE "direction" = 'redeem' AND "refund_asked";
