ALTER TABLE "article_autosaves" DROP CONSTRAINT "article_autosaves_place";--> statement-breakpoint
-- earlier autosaves get keys of their own
ALTER TABLE "article_autosaves" ADD COLUMN "draft" text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '');--> statement-breakpoint
ALTER TABLE "article_autosaves" ALTER COLUMN "draft" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "article_autosaves_article" ON "article_autosaves" USING btree ("article_id");--> statement-breakpoint
ALTER TABLE "article_autosaves" ADD CONSTRAINT "article_autosaves_draft" UNIQUE("user_id","edition","draft");
