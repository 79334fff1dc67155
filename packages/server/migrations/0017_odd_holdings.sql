-- Tokens that an odd message gave or moved stay odd on every coin they go to (decision 0021).
ALTER TABLE "mrc20_holding" ADD COLUMN "odd" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What takes back a block that is already there writes whole rows.
UPDATE "block" SET "undo" = (
  SELECT jsonb_agg(
    CASE WHEN one ->> 'entity' = 'mrc20Holding' AND NOT (one ->> 'gone')::boolean
      THEN jsonb_set(one, '{cells,odd}', '"false"') ELSE one END ORDER BY place)
  FROM jsonb_array_elements("undo") WITH ORDINALITY AS part (one, place))
WHERE jsonb_typeof("undo") = 'array' AND "undo" @> '[{"entity": "mrc20Holding", "gone": false}]';
