CREATE TABLE "prices" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"quote_item_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"day" date NOT NULL,
	"low" numeric NOT NULL,
	"high" numeric NOT NULL,
	"average" numeric NOT NULL,
	"change" numeric,
	"percent" numeric,
	"status" text DEFAULT 'draft' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"english_remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prices_range" CHECK ("prices"."low" <= "prices"."average" and "prices"."average" <= "prices"."high")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quote_items" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"product_id" bigint NOT NULL,
	"market" text NOT NULL,
	"specification" text DEFAULT '' NOT NULL,
	"unit" text NOT NULL,
	CONSTRAINT "quote_items_id_product" UNIQUE("id","product_id")
);
--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_quote_item" FOREIGN KEY ("quote_item_id","product_id") REFERENCES "public"."quote_items"("id","product_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "prices_quote_item_day" ON "prices" USING btree ("quote_item_id","day");--> statement-breakpoint
CREATE INDEX "prices_product_day" ON "prices" USING btree ("product_id","day","id");--> statement-breakpoint
CREATE INDEX "prices_status_day" ON "prices" USING btree ("status","day","id");--> statement-breakpoint
CREATE INDEX "prices_day" ON "prices" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "quote_items_product" ON "quote_items" USING btree ("product_id");