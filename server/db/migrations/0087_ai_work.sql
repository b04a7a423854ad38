ALTER TABLE "ai_answers" ADD COLUMN "article_version_id" bigint;--> statement-breakpoint
ALTER TABLE "ai_answers" ADD COLUMN "unbound" text[];--> statement-breakpoint
ALTER TABLE "ai_answers" ADD CONSTRAINT "ai_answers_article_version_id_article_versions_id_fk" FOREIGN KEY ("article_version_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD COLUMN "ai_answer_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "ai_answers_version" ON "ai_answers" USING btree ("article_version_id") WHERE "ai_answers"."article_version_id" is not null;
