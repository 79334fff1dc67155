CREATE TABLE "notification_marks" (
	"address" text NOT NULL,
	"type" integer NOT NULL,
	"read_until" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_marks_address_type_pk" PRIMARY KEY("address","type")
);
