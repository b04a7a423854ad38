ALTER TABLE "ai_answers" ADD COLUMN "article_version_id" bigint;--> statement-breakpoint
ALTER TABLE "ai_answers" ADD COLUMN "unbound" text[];--> statement-breakpoint
ALTER TABLE "ai_answers" ADD CONSTRAINT "ai_answers_article_version_id_article_versions_id_fk" FOREIGN KEY ("article_version_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD COLUMN "ai_answer_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "ai_answers_version" ON "ai_answers" USING btree ("article_version_id") WHERE "ai_answers"."article_version_id" is not null;--> statement-breakpoint
ALTER TABLE "ai_messages" ADD COLUMN "product_id" bigint;--> statement-breakpoint
ALTER TABLE "ai_messages" ADD CONSTRAINT "ai_messages_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_messages_unanswered" ON "ai_messages" USING btree ("at","id") WHERE "ai_messages"."is_unanswered";--> statement-breakpoint
CREATE INDEX "ai_messages_product" ON "ai_messages" USING btree ("product_id") WHERE "ai_messages"."product_id" is not null;--> statement-breakpoint
UPDATE "ai_messages" SET "product_id" = ("offer" ->> 'productId')::bigint WHERE "offer" IS NOT NULL;--> statement-breakpoint
CREATE TABLE "ai_unanswered" (
	"message_id" bigint PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"owner_id" bigint,
	"done_at" timestamp(3) with time zone,
	"done_by_id" bigint,
	"result" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_unanswered" ADD CONSTRAINT "ai_unanswered_message_id_ai_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ai_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_unanswered" ADD CONSTRAINT "ai_unanswered_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_unanswered" ADD CONSTRAINT "ai_unanswered_done_by_id_users_id_fk" FOREIGN KEY ("done_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_unanswered_owner" ON "ai_unanswered" USING btree ("owner_id") WHERE "ai_unanswered"."done_at" is null;--> statement-breakpoint
CREATE INDEX "ai_unanswered_done_by" ON "ai_unanswered" USING btree ("done_by_id") WHERE "ai_unanswered"."done_by_id" is not null;
