CREATE TABLE "search_accounts" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_days" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"grain" smallint NOT NULL,
	"imported_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_days_account_id_day_grain_pk" PRIMARY KEY("account_id","day","grain")
);
--> statement-breakpoint
CREATE TABLE "search_figures" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"grain" smallint NOT NULL,
	"unit_id" bigint NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"shows" integer NOT NULL,
	"clicks" integer NOT NULL,
	"cost" numeric(14, 2) NOT NULL,
	"position" numeric(8, 2),
	"reported" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_figures_account_id_day_grain_unit_id_device_region_pk" PRIMARY KEY("account_id","day","grain","unit_id","device","region")
);
--> statement-breakpoint
CREATE TABLE "search_units" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"level" text NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"ad_group" text DEFAULT '' NOT NULL,
	"keyword" text DEFAULT '' NOT NULL,
	"word_id" bigint
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"account_id" bigint NOT NULL,
	"campaign" text NOT NULL,
	"word" text NOT NULL,
	"mark" text,
	"marked_at" timestamp(3) with time zone,
	"marked_by_id" bigint
);
--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "first_touch" jsonb;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "last_touch" jsonb;--> statement-breakpoint
ALTER TABLE "search_days" ADD CONSTRAINT "search_days_account_id_search_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."search_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_figures" ADD CONSTRAINT "search_figures_account_id_search_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."search_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_figures" ADD CONSTRAINT "search_figures_unit_id_search_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."search_units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_units" ADD CONSTRAINT "search_units_account_id_search_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."search_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_units" ADD CONSTRAINT "search_units_word_id_search_words_id_fk" FOREIGN KEY ("word_id") REFERENCES "public"."search_words"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_account_id_search_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."search_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_marked_by_id_users_id_fk" FOREIGN KEY ("marked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "search_accounts_name" ON "search_accounts" USING btree ("source","name");--> statement-breakpoint
CREATE INDEX "search_days_day" ON "search_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "search_figures_unit" ON "search_figures" USING btree ("unit_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "search_units_name" ON "search_units" USING btree ("account_id","level","campaign","ad_group","keyword",coalesce("word_id", 0));--> statement-breakpoint
CREATE INDEX "search_units_word" ON "search_units" USING btree ("word_id");--> statement-breakpoint
CREATE INDEX "search_units_campaign" ON "search_units" USING btree (lower("campaign"),lower("keyword"));--> statement-breakpoint
CREATE UNIQUE INDEX "search_words_name" ON "search_words" USING btree ("account_id","campaign","word");--> statement-breakpoint
CREATE INDEX "search_words_mark" ON "search_words" USING btree ("mark","account_id") WHERE "search_words"."mark" is not null;--> statement-breakpoint
CREATE INDEX "search_words_part" ON "search_words" USING gin ("word" gin_trgm_ops);