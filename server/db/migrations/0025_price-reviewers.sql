CREATE TABLE "price_reviewers" (
	"user_id" bigint NOT NULL,
	"tab" text NOT NULL,
	"product_id" bigint NOT NULL,
	"seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_reviewers_user_id_tab_pk" PRIMARY KEY("user_id","tab")
);
--> statement-breakpoint
ALTER TABLE "price_reviewers" ADD CONSTRAINT "price_reviewers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_reviewers" ADD CONSTRAINT "price_reviewers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_reviewers_product" ON "price_reviewers" USING btree ("product_id");