CREATE TABLE "chart_notes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"product_id" bigint NOT NULL,
	"day" date NOT NULL,
	"caption" text NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chart_notes" ADD CONSTRAINT "chart_notes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chart_notes" ADD CONSTRAINT "chart_notes_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chart_notes_product" ON "chart_notes" USING btree ("product_id","day");