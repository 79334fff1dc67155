CREATE SCHEMA "mvc";
--> statement-breakpoint
CREATE TABLE "mvc"."block" (
	"height" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"time" bigint NOT NULL,
	"events_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mvc"."coin" (
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"value" bigint NOT NULL,
	"script" "bytea",
	"holder" text,
	"codehash" text,
	"genesis" text,
	"units" numeric(39,0),
	"verdict" text,
	"pool" integer,
	"height" integer NOT NULL,
	"spent_by" text,
	"spent_height" integer,
	CONSTRAINT "coin_txid_vout_pk" PRIMARY KEY("txid","vout")
);
--> statement-breakpoint
CREATE TABLE "mvc"."move" (
	"pool" integer NOT NULL,
	"txid" text NOT NULL,
	"core" text NOT NULL,
	"d1" numeric(78,0) NOT NULL,
	"d2" numeric(78,0) NOT NULL,
	"ds" numeric(78,0) NOT NULL,
	"user" text,
	"height" integer NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "move_txid_pool_pk" PRIMARY KEY("txid","pool")
);
--> statement-breakpoint
CREATE TABLE "mvc"."pool" (
	"number" integer PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"codehash" text NOT NULL,
	"genesis" text NOT NULL,
	"share_codehash" text NOT NULL,
	"share_genesis" text NOT NULL,
	"share_supply" numeric(78,0) NOT NULL,
	"first_coins" text[] NOT NULL,
	"first_shares" numeric(78,0) NOT NULL,
	"list" text NOT NULL,
	"mintable" boolean NOT NULL,
	"opened_at_height" integer NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	CONSTRAINT "pool_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "mvc"."transaction" (
	"txid" text PRIMARY KEY NOT NULL,
	"core" text NOT NULL,
	"height" integer NOT NULL,
	"place" integer NOT NULL,
	"raw" "bytea"
);
--> statement-breakpoint
CREATE TABLE "mvc"."waiting" (
	"txid" text PRIMARY KEY NOT NULL,
	"core" text NOT NULL,
	"raw" "bytea" NOT NULL,
	"sequence" bigserial NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mvc"."waiting_coin" (
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"value" bigint NOT NULL,
	"script" "bytea",
	"holder" text,
	"codehash" text,
	"genesis" text,
	"units" numeric(39,0),
	"verdict" text,
	"pool" integer,
	CONSTRAINT "waiting_coin_txid_vout_pk" PRIMARY KEY("txid","vout")
);
--> statement-breakpoint
CREATE TABLE "mvc"."waiting_move" (
	"pool" integer NOT NULL,
	"txid" text NOT NULL,
	"core" text NOT NULL,
	"d1" numeric(78,0) NOT NULL,
	"d2" numeric(78,0) NOT NULL,
	"ds" numeric(78,0) NOT NULL,
	"user" text,
	CONSTRAINT "waiting_move_txid_pool_pk" PRIMARY KEY("txid","pool")
);
--> statement-breakpoint
CREATE TABLE "mvc"."waiting_spend" (
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "waiting_spend_txid_vout_pk" PRIMARY KEY("txid","vout")
);
--> statement-breakpoint
ALTER TABLE "mvc"."waiting_coin" ADD CONSTRAINT "waiting_coin_txid_waiting_txid_fk" FOREIGN KEY ("txid") REFERENCES "mvc"."waiting"("txid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mvc"."waiting_move" ADD CONSTRAINT "waiting_move_txid_waiting_txid_fk" FOREIGN KEY ("txid") REFERENCES "mvc"."waiting"("txid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mvc"."waiting_spend" ADD CONSTRAINT "waiting_spend_by_waiting_txid_fk" FOREIGN KEY ("by") REFERENCES "mvc"."waiting"("txid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coin_space" ON "mvc"."coin" USING btree ("holder","value" DESC NULLS FIRST) WHERE "mvc"."coin"."spent_by" is null and "mvc"."coin"."codehash" is null;--> statement-breakpoint
CREATE INDEX "coin_token" ON "mvc"."coin" USING btree ("holder","codehash","genesis") WHERE "mvc"."coin"."spent_by" is null and "mvc"."coin"."verdict" <> 'fake';--> statement-breakpoint
CREATE INDEX "coin_unknown" ON "mvc"."coin" USING btree ("height") WHERE "mvc"."coin"."verdict" = 'unknown';--> statement-breakpoint
CREATE INDEX "coin_pool" ON "mvc"."coin" USING btree ("pool") WHERE "mvc"."coin"."spent_by" is null and "mvc"."coin"."pool" is not null;--> statement-breakpoint
CREATE INDEX "coin_height" ON "mvc"."coin" USING btree ("height");--> statement-breakpoint
CREATE INDEX "coin_spent" ON "mvc"."coin" USING btree ("spent_height") WHERE "mvc"."coin"."spent_height" is not null;--> statement-breakpoint
CREATE INDEX "move_height" ON "mvc"."move" USING btree ("height","place");--> statement-breakpoint
CREATE INDEX "move_pool" ON "mvc"."move" USING btree ("pool","height","place");--> statement-breakpoint
CREATE INDEX "move_user" ON "mvc"."move" USING btree ("user","height","place");--> statement-breakpoint
CREATE INDEX "transaction_core" ON "mvc"."transaction" USING btree ("core");--> statement-breakpoint
CREATE INDEX "transaction_height" ON "mvc"."transaction" USING btree ("height");--> statement-breakpoint
CREATE INDEX "waiting_core" ON "mvc"."waiting" USING btree ("core");--> statement-breakpoint
CREATE INDEX "waiting_coin_holder" ON "mvc"."waiting_coin" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "waiting_spend_by" ON "mvc"."waiting_spend" USING btree ("by");