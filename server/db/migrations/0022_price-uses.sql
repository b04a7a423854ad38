CREATE TABLE "price_notices" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"use_id" bigint NOT NULL,
	"revision_id" bigint NOT NULL,
	"outcome" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_use_items" (
	"quote_item_id" bigint NOT NULL,
	"use_id" bigint NOT NULL,
	"days" datemultirange NOT NULL,
	CONSTRAINT "price_use_items_quote_item_id_use_id_pk" PRIMARY KEY("quote_item_id","use_id")
);
--> statement-breakpoint
CREATE TABLE "price_uses" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"target_id" bigint NOT NULL,
	"title" text NOT NULL,
	"publication" bigint NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_use_id_price_uses_id_fk" FOREIGN KEY ("use_id") REFERENCES "public"."price_uses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_revision_id_price_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."price_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_use_items" ADD CONSTRAINT "price_use_items_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_use_items" ADD CONSTRAINT "price_use_items_use_id_price_uses_id_fk" FOREIGN KEY ("use_id") REFERENCES "public"."price_uses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_uses" ADD CONSTRAINT "price_uses_publication_price_publications_number_fk" FOREIGN KEY ("publication") REFERENCES "public"."price_publications"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_uses" ADD CONSTRAINT "price_uses_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_notices_revision" ON "price_notices" USING btree ("revision_id","use_id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_uses_target" ON "price_uses" USING btree ("channel","target_id","publication");--> statement-breakpoint
CREATE TRIGGER price_notices_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON price_notices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
