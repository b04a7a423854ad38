ALTER TABLE "series_formulas" ADD COLUMN "unit" text;--> statement-breakpoint
-- until now a series had one unit for all its formulas
UPDATE "series_formulas" f SET "unit" = s."unit" FROM "series" s WHERE s."id" = f."series_id";--> statement-breakpoint
ALTER TABLE "series_formulas" ALTER COLUMN "unit" SET NOT NULL;
