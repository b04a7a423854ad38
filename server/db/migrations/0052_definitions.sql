CREATE TABLE "quote_item_definitions" (
	"quote_item_id" bigint NOT NULL,
	"until" date NOT NULL,
	"market" text NOT NULL,
	"specification" text NOT NULL,
	"unit" text NOT NULL,
	"currency" text NOT NULL,
	"is_tax_included" boolean NOT NULL,
	"kind" text NOT NULL,
	"decimals" smallint NOT NULL,
	CONSTRAINT "quote_item_definitions_quote_item_id_until_pk" PRIMARY KEY("quote_item_id","until")
);
--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "former_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_item_definitions" ADD CONSTRAINT "quote_item_definitions_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE cascade ON UPDATE no action;