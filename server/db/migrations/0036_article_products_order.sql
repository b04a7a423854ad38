-- Acts on articles wait from here on, and lists from the next statement on: some ten seconds with a million articles.
LOCK TABLE articles IN EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "article_products" ADD COLUMN "edition" text;--> statement-breakpoint
ALTER TABLE "article_products" ADD COLUMN "updated_at" timestamp(3) with time zone;--> statement-breakpoint
DROP INDEX "article_products_product";--> statement-breakpoint
ALTER TABLE "article_products" DROP CONSTRAINT "article_products_article_id_product_id_pk";--> statement-breakpoint
UPDATE article_products p SET edition = a.edition, updated_at = a.updated_at FROM articles a WHERE a.id = p.article_id;--> statement-breakpoint
ALTER TABLE "article_products" ALTER COLUMN "edition" SET NOT NULL, ALTER COLUMN "updated_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "article_products" ADD CONSTRAINT "article_products_article_id_product_id_pk" PRIMARY KEY("article_id","product_id");--> statement-breakpoint
CREATE INDEX "article_products_order" ON "article_products" USING btree ("product_id","edition","updated_at","article_id");--> statement-breakpoint
-- The two columns are always those of the article. The lock keeps it from changing before this row is visible.
CREATE FUNCTION copy_of_article() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT edition, updated_at INTO NEW.edition, NEW.updated_at FROM public.articles WHERE id = NEW.article_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER article_products_copied BEFORE INSERT OR UPDATE ON article_products
  FOR EACH ROW EXECUTE FUNCTION copy_of_article();--> statement-breakpoint
CREATE FUNCTION copy_to_article_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.article_products SET edition = NEW.edition, updated_at = NEW.updated_at WHERE article_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER articles_copied AFTER UPDATE OF edition, updated_at ON articles
  FOR EACH ROW WHEN ((OLD.edition, OLD.updated_at) IS DISTINCT FROM (NEW.edition, NEW.updated_at))
  EXECUTE FUNCTION copy_to_article_products();
