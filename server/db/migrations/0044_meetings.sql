CREATE TABLE "meetings" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"edition" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"venue" text DEFAULT '' NOT NULL,
	"longitude" numeric(9, 6),
	"latitude" numeric(8, 6),
	"organisers" text DEFAULT '' NOT NULL,
	"agenda" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fee" numeric(10, 2),
	"seats" integer NOT NULL,
	"sign_up_from" date,
	"sign_up_until" date,
	"contacts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"channels" text[] DEFAULT '{}' NOT NULL,
	"cover_id" bigint,
	"body" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"published_at" timestamp(3) with time zone,
	"previous_id" bigint,
	"author_id" bigint NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meetings_days_in_order" CHECK ("meetings"."starts_on" <= "meetings"."ends_on"),
	CONSTRAINT "meetings_place" CHECK (("meetings"."longitude" is null) = ("meetings"."latitude" is null)),
	CONSTRAINT "meetings_seats" CHECK ("meetings"."seats" between 0 and 100000)
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_cover_id_files_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_previous_id_meetings_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."meetings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_name" ON "meetings" USING btree (lower("name"),lower("edition"));--> statement-breakpoint
CREATE INDEX "meetings_days" ON "meetings" USING btree ("starts_on","id");--> statement-breakpoint
CREATE INDEX "meetings_previous" ON "meetings" USING btree ("previous_id");