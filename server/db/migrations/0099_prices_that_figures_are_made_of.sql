CREATE TABLE "ai_figure_prices" (
	"figure_id" bigint NOT NULL,
	"quote_item_id" bigint NOT NULL,
	"part" text NOT NULL,
	"days" datemultirange NOT NULL,
	"publication" bigint NOT NULL,
	CONSTRAINT "ai_figure_prices_figure_id_quote_item_id_part_pk" PRIMARY KEY("figure_id","quote_item_id","part")
);
--> statement-breakpoint
DROP INDEX "ai_figures_price";--> statement-breakpoint
ALTER TABLE "ai_figure_prices" ADD CONSTRAINT "ai_figure_prices_figure_id_ai_figures_id_fk" FOREIGN KEY ("figure_id") REFERENCES "public"."ai_figures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_figure_prices" ADD CONSTRAINT "ai_figure_prices_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_figure_prices_item" ON "ai_figure_prices" USING btree ("quote_item_id","publication");--> statement-breakpoint
INSERT INTO "ai_figure_prices" ("figure_id", "quote_item_id", "part", "days", "publication")
  SELECT "id", "quote_item_id", CASE WHEN "part" IN ('low', 'high') THEN "part" ELSE 'average' END,
      datemultirange(daterange("day", "day", '[]')), "publication"
    FROM "ai_figures" WHERE "verdict" = 'bound' AND "place" IS NOT NULL AND "quote_item_id" IS NOT NULL
      AND "day" IS NOT NULL AND "publication" IS NOT NULL;
