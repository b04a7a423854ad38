CREATE TABLE "servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"storage" text NOT NULL,
	"clock_off_ms" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"alive_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "tries_since" timestamp(3) with time zone;