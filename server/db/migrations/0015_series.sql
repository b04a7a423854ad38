CREATE SEQUENCE "public"."series_codes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "difference_rows" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"table_id" bigint NOT NULL,
	"place" smallint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"compared_item_id" bigint,
	"quote_item_id" bigint,
	"series_id" bigint,
	CONSTRAINT "difference_rows_one" CHECK (num_nonnulls("difference_rows"."quote_item_id", "difference_rows"."series_id") = 1),
	CONSTRAINT "difference_rows_computed" CHECK (("difference_rows"."series_id" is null) = ("difference_rows"."compared_item_id" is null))
);
--> statement-breakpoint
CREATE TABLE "difference_tables" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"product_id" bigint NOT NULL,
	"name" text NOT NULL,
	"base_item_id" bigint NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "process_terms" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version_id" bigint NOT NULL,
	"side" text NOT NULL,
	"place" smallint NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"quote_item_id" bigint,
	"input_id" bigint,
	"coefficient" numeric,
	"conversion" numeric,
	"amount" numeric,
	CONSTRAINT "process_terms_whole" CHECK (case when "process_terms"."side" = 'fixed' then "process_terms"."amount" is not null and num_nonnulls("process_terms"."quote_item_id", "process_terms"."input_id") = 0
        else num_nonnulls("process_terms"."quote_item_id", "process_terms"."input_id") = 1 and num_nonnulls("process_terms"."coefficient", "process_terms"."conversion") = 2 end)
);
--> statement-breakpoint
CREATE TABLE "process_versions" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"process_id" bigint NOT NULL,
	"valid_from" date NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "process_versions_from" UNIQUE("process_id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"product_id" bigint NOT NULL,
	"name" text NOT NULL,
	"english_name" text DEFAULT '' NOT NULL,
	"unit" text NOT NULL,
	"decimals" smallint DEFAULT 2 NOT NULL,
	"within_days" smallint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"code" text DEFAULT 'S' || lpad(nextval('series_codes')::text, 6, '0') NOT NULL,
	"product_id" bigint NOT NULL,
	"name" text NOT NULL,
	"english_name" text DEFAULT '' NOT NULL,
	"unit" text NOT NULL,
	"decimals" smallint DEFAULT 2 NOT NULL,
	"within_days" smallint DEFAULT 0 NOT NULL,
	"kind" text DEFAULT 'formula' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"process_id" bigint,
	"status" text DEFAULT 'update' NOT NULL,
	"stop_reason" text DEFAULT '' NOT NULL,
	"stopped_on" date,
	"is_recomputing" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_decimals" CHECK ("series"."decimals" between 0 and 6)
);
--> statement-breakpoint
CREATE TABLE "series_formulas" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"series_id" bigint NOT NULL,
	"valid_from" date NOT NULL,
	"formula" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_formulas_from" UNIQUE("series_id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "series_inputs" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"formula_id" bigint NOT NULL,
	"series_id" bigint NOT NULL,
	"quote_item_id" bigint,
	"input_id" bigint,
	CONSTRAINT "series_inputs_one" CHECK (num_nonnulls("series_inputs"."quote_item_id", "series_inputs"."input_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "series_values" (
	"series_id" bigint NOT NULL,
	"day" date NOT NULL,
	"publication" bigint NOT NULL,
	"superseded" bigint,
	"value" numeric,
	"lack" jsonb,
	CONSTRAINT "series_values_series_id_day_publication_pk" PRIMARY KEY("series_id","day","publication"),
	CONSTRAINT "series_values_one" CHECK (num_nonnulls("series_values"."value", "series_values"."lack") = 1),
	CONSTRAINT "series_values_order" CHECK ("series_values"."superseded" > "series_values"."publication")
);
--> statement-breakpoint
ALTER TABLE "difference_rows" ADD CONSTRAINT "difference_rows_table_id_difference_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."difference_tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "difference_rows" ADD CONSTRAINT "difference_rows_compared_item_id_quote_items_id_fk" FOREIGN KEY ("compared_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "difference_rows" ADD CONSTRAINT "difference_rows_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "difference_rows" ADD CONSTRAINT "difference_rows_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "difference_tables" ADD CONSTRAINT "difference_tables_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "difference_tables" ADD CONSTRAINT "difference_tables_base_item_id_quote_items_id_fk" FOREIGN KEY ("base_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_terms" ADD CONSTRAINT "process_terms_version_id_process_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."process_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_terms" ADD CONSTRAINT "process_terms_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_terms" ADD CONSTRAINT "process_terms_input_id_series_id_fk" FOREIGN KEY ("input_id") REFERENCES "public"."series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_versions" ADD CONSTRAINT "process_versions_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_formulas" ADD CONSTRAINT "series_formulas_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_inputs" ADD CONSTRAINT "series_inputs_formula_id_series_formulas_id_fk" FOREIGN KEY ("formula_id") REFERENCES "public"."series_formulas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_inputs" ADD CONSTRAINT "series_inputs_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_inputs" ADD CONSTRAINT "series_inputs_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_inputs" ADD CONSTRAINT "series_inputs_input_id_series_id_fk" FOREIGN KEY ("input_id") REFERENCES "public"."series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_values" ADD CONSTRAINT "series_values_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_values" ADD CONSTRAINT "series_values_publication_price_publications_number_fk" FOREIGN KEY ("publication") REFERENCES "public"."price_publications"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_values" ADD CONSTRAINT "series_values_superseded_price_publications_number_fk" FOREIGN KEY ("superseded") REFERENCES "public"."price_publications"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "difference_rows_table" ON "difference_rows" USING btree ("table_id","place");--> statement-breakpoint
CREATE INDEX "difference_rows_compared" ON "difference_rows" USING btree ("compared_item_id");--> statement-breakpoint
CREATE INDEX "difference_rows_item" ON "difference_rows" USING btree ("quote_item_id");--> statement-breakpoint
CREATE INDEX "difference_rows_series" ON "difference_rows" USING btree ("series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "difference_tables_name" ON "difference_tables" USING btree ("product_id",lower("name"));--> statement-breakpoint
CREATE INDEX "difference_tables_base" ON "difference_tables" USING btree ("base_item_id");--> statement-breakpoint
CREATE INDEX "process_terms_version" ON "process_terms" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "process_terms_item" ON "process_terms" USING btree ("quote_item_id");--> statement-breakpoint
CREATE INDEX "process_terms_input" ON "process_terms" USING btree ("input_id");--> statement-breakpoint
CREATE UNIQUE INDEX "processes_name" ON "processes" USING btree ("product_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "series_code" ON "series" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "series_name" ON "series" USING btree ("product_id",lower("name"));--> statement-breakpoint
CREATE INDEX "series_process" ON "series" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "series_inputs_formula" ON "series_inputs" USING btree ("formula_id");--> statement-breakpoint
CREATE INDEX "series_inputs_series" ON "series_inputs" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "series_inputs_item" ON "series_inputs" USING btree ("quote_item_id");--> statement-breakpoint
CREATE INDEX "series_inputs_input" ON "series_inputs" USING btree ("input_id");--> statement-breakpoint
CREATE UNIQUE INDEX "series_values_now" ON "series_values" USING btree ("series_id","day") WHERE "series_values"."superseded" is null;--> statement-breakpoint
-- What readers saw of a series stays what it was: a row can be superseded, not changed.
CREATE TRIGGER series_values_kept BEFORE UPDATE OF series_id, day, publication, value, lack ON series_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
