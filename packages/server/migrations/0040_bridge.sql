CREATE TABLE "bridge_assets" (
	"id" text PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"file_hash" text NOT NULL,
	"keys" jsonb NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"signer_stopped" boolean DEFAULT false NOT NULL,
	"broken" boolean DEFAULT false NOT NULL,
	"lifts_itself" boolean DEFAULT false NOT NULL,
	"broken_btc" integer,
	"broken_mvc" integer,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bridge_deposits" (
	"name" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL,
	"direction" text NOT NULL,
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"core" text,
	"amount" numeric(78,0) NOT NULL,
	"value" numeric(78,0) NOT NULL,
	"mixed" boolean DEFAULT false NOT NULL,
	"order_id" text,
	"height" integer,
	"read_at" integer,
	"place" integer,
	"judged" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"wait" text,
	"reason" text DEFAULT '' NOT NULL,
	"origin" text,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bridge_exits" (
	"id" text PRIMARY KEY NOT NULL,
	"deposit" text NOT NULL,
	"asset" text NOT NULL,
	"chain" text NOT NULL,
	"kind" text NOT NULL,
	"txid" text NOT NULL,
	"raw" text NOT NULL,
	"check_raw" text,
	"check_core" text,
	"inputs" text[] NOT NULL,
	"fees" text[] NOT NULL,
	"fee_rate" double precision NOT NULL,
	"out" numeric(78,0) NOT NULL,
	"height" integer,
	"dead" boolean DEFAULT false NOT NULL,
	"last_answer" text DEFAULT '' NOT NULL,
	"since_height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bridge_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL,
	"direction" text NOT NULL,
	"amount" numeric(78,0),
	"least" numeric(78,0) NOT NULL,
	"receiver" text NOT NULL,
	"refund" text NOT NULL,
	"nonce" text NOT NULL,
	"expires" integer NOT NULL,
	"plan" jsonb,
	"payment" jsonb,
	"is_sending" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bridge_own_coins" (
	"name" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "bridge_deposits_order" ON "bridge_deposits" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "bridge_deposits_status" ON "bridge_deposits" USING btree ("status","asset");--> statement-breakpoint
CREATE INDEX "bridge_deposits_origin" ON "bridge_deposits" USING btree ("origin");--> statement-breakpoint
CREATE INDEX "bridge_deposits_point" ON "bridge_deposits" USING btree ("txid","vout");--> statement-breakpoint
CREATE INDEX "bridge_deposits_judged" ON "bridge_deposits" USING btree ("order_id") WHERE not "bridge_deposits"."judged";--> statement-breakpoint
CREATE INDEX "bridge_exits_deposit" ON "bridge_exits" USING btree ("deposit");--> statement-breakpoint
CREATE INDEX "bridge_exits_height" ON "bridge_exits" USING btree ("height");--> statement-breakpoint
CREATE INDEX "bridge_exits_open" ON "bridge_exits" USING btree ("deposit") WHERE not "bridge_exits"."dead";--> statement-breakpoint
CREATE INDEX "bridge_orders_receiver" ON "bridge_orders" USING btree ("receiver","created_at");--> statement-breakpoint
CREATE INDEX "bridge_orders_refund" ON "bridge_orders" USING btree ("refund","created_at");--> statement-breakpoint
CREATE INDEX "bridge_orders_sending" ON "bridge_orders" USING btree ("id") WHERE "bridge_orders"."is_sending";