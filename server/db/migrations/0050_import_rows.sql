ALTER TABLE "user_products" ADD COLUMN "import_id" bigint;--> statement-breakpoint
ALTER TABLE "enterprise_contacts" ADD COLUMN "import_id" bigint;