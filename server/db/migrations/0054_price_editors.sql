CREATE TABLE "price_editors" (
	"user_id" bigint NOT NULL,
	"tab" text NOT NULL,
	"quote_item_id" bigint NOT NULL,
	"day" date NOT NULL,
	"seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_editors_user_id_tab_pk" PRIMARY KEY("user_id","tab")
);
--> statement-breakpoint
ALTER TABLE "price_editors" ADD CONSTRAINT "price_editors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_editors" ADD CONSTRAINT "price_editors_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_editors_item" ON "price_editors" USING btree ("quote_item_id");--> statement-breakpoint
CREATE INDEX "price_editors_day" ON "price_editors" USING btree ("day");