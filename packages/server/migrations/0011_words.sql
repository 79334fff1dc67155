ALTER TABLE "scan_ask" RENAME TO "scan_request";--> statement-breakpoint
ALTER TABLE "scan_request" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "scan_request" RENAME CONSTRAINT "scan_ask_caller_script_pk" TO "scan_request_caller_script_pk";--> statement-breakpoint
ALTER INDEX "scan_ask_age" RENAME TO "scan_request_age";--> statement-breakpoint
ALTER TABLE "opinion" RENAME TO "cross_check";--> statement-breakpoint
ALTER TABLE "cross_check" RENAME COLUMN "doubts" TO "discrepancies";--> statement-breakpoint
ALTER TABLE "cross_check" RENAME CONSTRAINT "opinion_asset_source_pk" TO "cross_check_asset_source_pk";--> statement-breakpoint
-- The act that was called "callback" is "cancel-transaction", and so is its plan.
UPDATE "own_acts" SET "act" = 'cancel-transaction', "plan" = jsonb_set("plan", '{act}', '"cancel-transaction"') WHERE "act" = 'callback';--> statement-breakpoint
UPDATE "own_acts" SET "plan" = jsonb_set("plan", '{act}', '"split-coin"') WHERE "plan"->>'act' = 'part';--> statement-breakpoint
UPDATE "own_acts" SET "plan" = jsonb_set("plan", '{act}', '"split-lot"') WHERE "plan"->>'act' = 'sizes';--> statement-breakpoint
-- An answer that is given again to the same key says it in the same words.
UPDATE "idempotency" SET "answer" = jsonb_set("answer", '{body,data,act}', '"cancel-transaction"') WHERE "answer" #>> '{body,data,act}' = 'callback';--> statement-breakpoint
UPDATE "trades" SET "reason" = 'cancelled by the buyer: its coins went back to the payer' WHERE "reason" LIKE 'called back%';
