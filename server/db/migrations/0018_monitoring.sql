CREATE TABLE "absences" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "absences_days" CHECK ("absences"."from_day" <= "absences"."to_day")
);
--> statement-breakpoint
CREATE TABLE "calendar_days" (
	"year_id" bigint NOT NULL,
	"day" date NOT NULL,
	"is_open" boolean NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	CONSTRAINT "calendar_days_year_id_day_pk" PRIMARY KEY("year_id","day")
);
--> statement-breakpoint
CREATE TABLE "calendar_years" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"calendar_id" bigint NOT NULL,
	"year" smallint NOT NULL,
	"number" integer NOT NULL,
	"source" text NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_years_number" UNIQUE("calendar_id","year","number"),
	CONSTRAINT "calendar_years_year" CHECK ("calendar_years"."year" between 2000 and 2100)
);
--> statement-breakpoint
CREATE TABLE "calendars" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"weekdays" smallint[] DEFAULT '{1,2,3,4,5}' NOT NULL,
	"is_yearly" boolean DEFAULT true NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due_alerts" (
	"due_id" bigint NOT NULL,
	"level" text NOT NULL,
	"to_id" bigint,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "due_alerts_due_id_level_pk" PRIMARY KEY("due_id","level")
);
--> statement-breakpoint
CREATE TABLE "due_excuses" (
	"due_id" bigint PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due_handovers" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"due_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dues" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"day" date NOT NULL,
	"rule_id" bigint,
	"year_id" bigint,
	"product_id" bigint,
	"wanted" integer DEFAULT 1 NOT NULL,
	"warn_at" timestamp(3) with time zone NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"late_at" timestamp(3) with time zone NOT NULL,
	"escalate_at" timestamp(3) with time zone,
	"channel" text DEFAULT 'notice' NOT NULL,
	"owner_id" bigint,
	"responsible_id" bigint,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dues_subject_day" UNIQUE("kind","subject_id","day"),
	CONSTRAINT "dues_times" CHECK ("dues"."warn_at" <= "dues"."due_at" and "dues"."due_at" <= "dues"."late_at")
);
--> statement-breakpoint
CREATE TABLE "monitoring_rules" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"level" text DEFAULT 'all' NOT NULL,
	"category_id" bigint,
	"product_id" bigint,
	"quote_item_id" bigint,
	"series_id" bigint,
	"news_category_id" bigint,
	"edition" text DEFAULT '' NOT NULL,
	"article_kind" text DEFAULT '' NOT NULL,
	"import_name" text DEFAULT '' NOT NULL,
	"wanted" integer,
	"calendar_id" bigint NOT NULL,
	"frequency" text,
	"weekdays" smallint[] DEFAULT '{}' NOT NULL,
	"nth" smallint DEFAULT -1 NOT NULL,
	"due_time" text,
	"warn_minutes" integer DEFAULT 30 NOT NULL,
	"grace_minutes" integer DEFAULT 0 NOT NULL,
	"escalate_minutes" integer,
	"owner_id" bigint,
	"deputy_id" bigint,
	"channel" text DEFAULT 'notice' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "monitoring_rules_target" UNIQUE NULLS NOT DISTINCT("kind","level","category_id","product_id","quote_item_id","series_id","news_category_id","edition","article_kind","import_name")
);
--> statement-breakpoint
CREATE TABLE "rule_batches" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"items" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sealed_days" (
	"day" date PRIMARY KEY NOT NULL,
	"dues" integer NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sealed_dues" (
	"due_id" bigint PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"product_id" bigint,
	"responsible_id" bigint,
	"state" text NOT NULL,
	"done_at" timestamp(3) with time zone,
	"late_minutes" integer
);
--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_days" ADD CONSTRAINT "calendar_days_year_id_calendar_years_id_fk" FOREIGN KEY ("year_id") REFERENCES "public"."calendar_years"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_years" ADD CONSTRAINT "calendar_years_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_years" ADD CONSTRAINT "calendar_years_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_alerts" ADD CONSTRAINT "due_alerts_due_id_dues_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_alerts" ADD CONSTRAINT "due_alerts_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_excuses" ADD CONSTRAINT "due_excuses_due_id_dues_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_excuses" ADD CONSTRAINT "due_excuses_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_handovers" ADD CONSTRAINT "due_handovers_due_id_dues_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_handovers" ADD CONSTRAINT "due_handovers_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_handovers" ADD CONSTRAINT "due_handovers_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_rule_id_monitoring_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."monitoring_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_year_id_calendar_years_id_fk" FOREIGN KEY ("year_id") REFERENCES "public"."calendar_years"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_responsible_id_users_id_fk" FOREIGN KEY ("responsible_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_rules" ADD CONSTRAINT "monitoring_rules_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_rules" ADD CONSTRAINT "monitoring_rules_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_rules" ADD CONSTRAINT "monitoring_rules_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_rules" ADD CONSTRAINT "monitoring_rules_news_category_id_news_categories_id_fk" FOREIGN KEY ("news_category_id") REFERENCES "public"."news_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_rules" ADD CONSTRAINT "monitoring_rules_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_rules" ADD CONSTRAINT "monitoring_rules_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_rules" ADD CONSTRAINT "monitoring_rules_deputy_id_users_id_fk" FOREIGN KEY ("deputy_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_batches" ADD CONSTRAINT "rule_batches_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sealed_dues" ADD CONSTRAINT "sealed_dues_due_id_dues_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absences_user" ON "absences" USING btree ("user_id","to_day");--> statement-breakpoint
CREATE UNIQUE INDEX "calendars_code" ON "calendars" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "calendars_name" ON "calendars" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "due_handovers_due" ON "due_handovers" USING btree ("due_id","id");--> statement-breakpoint
CREATE INDEX "dues_day" ON "dues" USING btree ("day","due_at","id") WHERE not "dues"."is_withdrawn";--> statement-breakpoint
CREATE INDEX "dues_rule" ON "dues" USING btree ("rule_id");--> statement-breakpoint
CREATE INDEX "monitoring_rules_kind" ON "monitoring_rules" USING btree ("kind","level","id");--> statement-breakpoint
CREATE INDEX "monitoring_rules_owner" ON "monitoring_rules" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "monitoring_rules_deputy" ON "monitoring_rules" USING btree ("deputy_id");--> statement-breakpoint
CREATE INDEX "sealed_dues_day" ON "sealed_dues" USING btree ("day","product_id");--> statement-breakpoint
CREATE INDEX "sealed_dues_person" ON "sealed_dues" USING btree ("responsible_id","day");--> statement-breakpoint
-- How a day ended is not rewritten, by a rule or calendar that is changed afterwards either.
CREATE TRIGGER sealed_days_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sealed_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER sealed_dues_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sealed_dues
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
