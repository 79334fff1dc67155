CREATE TABLE "opinion" (
	"asset" text NOT NULL,
	"source" text NOT NULL,
	"tick" text NOT NULL,
	"state" text DEFAULT 'silent' NOT NULL,
	"agreed_height" integer,
	"since" integer,
	"doubts" text[] DEFAULT '{}' NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"looked_height" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "opinion_asset_source_pk" PRIMARY KEY("asset","source")
);
