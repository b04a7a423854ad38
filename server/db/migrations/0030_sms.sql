CREATE TABLE "sms_classes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"sub_product" text NOT NULL,
	"product_id" bigint,
	"sign" text NOT NULL,
	"template" text NOT NULL,
	"text" text NOT NULL,
	"quote_item_ids" bigint[] DEFAULT '{}' NOT NULL,
	"is_advert" boolean DEFAULT false NOT NULL,
	"send_time" text DEFAULT '' NOT NULL,
	"part_price" numeric NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "parts" smallint;--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "sms_class_id" bigint;--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "sms" jsonb;--> statement-breakpoint
ALTER TABLE "sms_classes" ADD CONSTRAINT "sms_classes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_classes_name" ON "sms_classes" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_sms_class_id_sms_classes_id_fk" FOREIGN KEY ("sms_class_id") REFERENCES "public"."sms_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pushes_sms_class" ON "pushes" USING btree ("sms_class_id") WHERE "pushes"."sms_class_id" is not null;