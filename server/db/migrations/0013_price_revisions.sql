CREATE SEQUENCE "public"."quote_item_codes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "price_publications" (
	"number" bigint PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"entries" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_revisions" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"price_id" bigint NOT NULL,
	"quote_item_id" bigint NOT NULL,
	"day" date NOT NULL,
	"number" integer NOT NULL,
	"act" text NOT NULL,
	"low" numeric NOT NULL,
	"high" numeric NOT NULL,
	"average" numeric NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"english_remark" text DEFAULT '' NOT NULL,
	"origin" text NOT NULL,
	"origin_detail" text DEFAULT '' NOT NULL,
	"is_outlier" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"cause" text,
	"opinion" text DEFAULT '' NOT NULL,
	"publication" bigint,
	"replaces" bigint,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quote_item_methods" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"quote_item_id" bigint NOT NULL,
	"method" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "quote_items_product";--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "origin" text DEFAULT 'grid' NOT NULL;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "is_outlier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "publication" bigint;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "reviewing" bigint;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "opinion" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "entered_by_id" bigint;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "submitted_by_id" bigint;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "submitted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "verified_by_id" bigint;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "verified_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "code" text DEFAULT 'Q' || lpad(nextval('quote_item_codes')::text, 6, '0') NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "english_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "brand" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "region_id" bigint;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "currency" text DEFAULT 'CNY' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "is_tax_included" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "delivery" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "kind" text DEFAULT 'range' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "decimals" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "allows_negative" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "frequency" text DEFAULT 'workday' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "weekdays" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "due_time" text DEFAULT '17:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "usual_move" numeric;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "lowest" numeric;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "highest" numeric;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "method" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "source" text DEFAULT 'inquiry' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "analyst_id" bigint;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "deputy_id" bigint;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "status" text DEFAULT 'update' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "stop_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "stopped_on" date;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "sort" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "usual_median" numeric;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "usual_deviation" numeric;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "price_publications" ADD CONSTRAINT "price_publications_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_revisions" ADD CONSTRAINT "price_revisions_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_revisions" ADD CONSTRAINT "price_revisions_publication_price_publications_number_fk" FOREIGN KEY ("publication") REFERENCES "public"."price_publications"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_revisions" ADD CONSTRAINT "price_revisions_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_item_methods" ADD CONSTRAINT "quote_item_methods_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_revisions_entry" ON "price_revisions" USING btree ("quote_item_id","day","id");--> statement-breakpoint
CREATE INDEX "price_revisions_published" ON "price_revisions" USING btree ("quote_item_id","day","publication") WHERE "price_revisions"."publication" is not null;--> statement-breakpoint
CREATE INDEX "price_revisions_publication" ON "price_revisions" USING btree ("publication") WHERE "price_revisions"."publication" is not null;--> statement-breakpoint
CREATE INDEX "quote_item_methods_item" ON "quote_item_methods" USING btree ("quote_item_id","id");--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_publication_price_publications_number_fk" FOREIGN KEY ("publication") REFERENCES "public"."price_publications"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_entered_by_id_users_id_fk" FOREIGN KEY ("entered_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_submitted_by_id_users_id_fk" FOREIGN KEY ("submitted_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_verified_by_id_users_id_fk" FOREIGN KEY ("verified_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_region_id_regions_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_analyst_id_users_id_fk" FOREIGN KEY ("analyst_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_deputy_id_users_id_fk" FOREIGN KEY ("deputy_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prices_reviewing" ON "prices" USING btree ("day","id") WHERE "prices"."reviewing" is not null;--> statement-breakpoint
CREATE INDEX "quote_items_analyst" ON "quote_items" USING btree ("analyst_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quote_items_code" ON "quote_items" USING btree ("code");--> statement-breakpoint
CREATE INDEX "quote_items_product" ON "quote_items" USING btree ("product_id","sort","id");--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_decimals" CHECK ("quote_items"."decimals" between 0 and 6);--> statement-breakpoint
-- What a price ever was, how it was found, and under which number it was published: never changed.
CREATE TRIGGER price_revisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_revisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER price_publications_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_publications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
