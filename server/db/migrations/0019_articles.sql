-- Pairs of neighbouring Han characters, each run's last character, and words of letters and digits: what somebody types in
-- Chinese is found from its first character on, which trigrams of PostgreSQL cannot do.
CREATE FUNCTION text_grams(input text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT gram)), ''::tsvector) FROM (
    SELECT CASE WHEN run ~ '[a-z0-9]' THEN run ELSE substr(run, place, 2) END AS gram
      FROM (SELECT (regexp_matches(lower(left(input, 60000)), '[\u3400-\u4dbf\u4e00-\u9fff]+|[a-z0-9]+', 'g'))[1] AS run) runs,
        LATERAL generate_series(1, CASE WHEN run ~ '[a-z0-9]' THEN 1 ELSE length(run) END) AS place) grams
$$;--> statement-breakpoint
CREATE TABLE "article_autosaves" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"edition" text NOT NULL,
	"article_id" bigint,
	"base_id" bigint,
	"form" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_autosaves_place" UNIQUE NULLS NOT DISTINCT("user_id","edition","article_id")
);
--> statement-breakpoint
CREATE TABLE "article_comments" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"article_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"parent_id" bigint,
	"block" integer DEFAULT 0 NOT NULL,
	"quote" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"resolved_by_name" text,
	"resolved_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "article_figures" (
	"version_id" bigint NOT NULL,
	"place" text NOT NULL,
	"article_id" bigint NOT NULL,
	"price_id" bigint NOT NULL,
	"quote_item_id" bigint NOT NULL,
	"day" date NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"revision_id" bigint NOT NULL,
	"publication" bigint NOT NULL,
	CONSTRAINT "article_figures_version_id_place_price_id_field_pk" PRIMARY KEY("version_id","place","price_id","field")
);
--> statement-breakpoint
CREATE TABLE "article_presence" (
	"article_id" bigint NOT NULL,
	"tab" text NOT NULL,
	"user_id" bigint NOT NULL,
	"mode" text NOT NULL,
	"since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_presence_article_id_tab_pk" PRIMARY KEY("article_id","tab")
);
--> statement-breakpoint
CREATE TABLE "article_products" (
	"article_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "article_products_article_id_product_id_pk" PRIMARY KEY("article_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "article_publications" (
	"number" bigint PRIMARY KEY NOT NULL,
	"article_id" bigint NOT NULL,
	"version_id" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_readers" (
	"article_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"day" date NOT NULL,
	"readers" integer NOT NULL,
	CONSTRAINT "article_readers_article_id_channel_day_pk" PRIMARY KEY("article_id","channel","day")
);
--> statement-breakpoint
CREATE TABLE "article_reviews" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"article_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"step" smallint DEFAULT 1 NOT NULL,
	"submitted_by_id" bigint,
	"submitted_by_name" text NOT NULL,
	"submitted_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"opinion" text DEFAULT '' NOT NULL,
	"reviewer_id" bigint,
	"reviewer_name" text DEFAULT '' NOT NULL,
	"reviewed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "article_template_favourites" (
	"user_id" bigint NOT NULL,
	"template_id" bigint NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_template_favourites_user_id_template_id_pk" PRIMARY KEY("user_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "article_template_products" (
	"template_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "article_template_products_template_id_product_id_pk" PRIMARY KEY("template_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "article_template_versions" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"template_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"keywords" text[] DEFAULT '{}' NOT NULL,
	"channels" text[] DEFAULT '{}' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"body" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_template_versions_number" UNIQUE("template_id","number")
);
--> statement-breakpoint
CREATE TABLE "article_templates" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"edition" text NOT NULL,
	"kind" text NOT NULL,
	"news_category_id" bigint,
	"head_id" bigint,
	"status" text DEFAULT 'update' NOT NULL,
	"stop_reason" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_texts" (
	"article_id" bigint PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"grams" "tsvector" GENERATED ALWAYS AS (text_grams(text)) STORED
);
--> statement-breakpoint
CREATE TABLE "article_versions" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"article_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"origin" text DEFAULT 'save' NOT NULL,
	"kind" text NOT NULL,
	"news_category_id" bigint,
	"product_ids" bigint[] DEFAULT '{}' NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"keywords" text[] DEFAULT '{}' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"cover_id" bigint,
	"attachment_ids" bigint[] DEFAULT '{}' NOT NULL,
	"channels" text[] DEFAULT '{}' NOT NULL,
	"publish_at" timestamp(3) with time zone,
	"take_down_at" timestamp(3) with time zone,
	"top_until" timestamp(3) with time zone,
	"body" jsonb NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"template_version_id" bigint,
	"note" text DEFAULT '' NOT NULL,
	"by_id" bigint,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_versions_number" UNIQUE("article_id","number")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"edition" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"news_category_id" bigint,
	"state" text DEFAULT 'draft' NOT NULL,
	"pair_id" bigint,
	"pair_version_id" bigint,
	"head_id" bigint,
	"reviewing_id" bigint,
	"passed_id" bigint,
	"published_id" bigint,
	"review_step" smallint DEFAULT 0 NOT NULL,
	"publish_at" timestamp(3) with time zone,
	"take_down_at" timestamp(3) with time zone,
	"published_at" timestamp(3) with time zone,
	"publication" bigint,
	"ever_channels" text[] DEFAULT '{}' NOT NULL,
	"top_until" timestamp(3) with time zone,
	"top_sort" integer DEFAULT 0 NOT NULL,
	"opinion" text DEFAULT '' NOT NULL,
	"author_id" bigint,
	"submitted_by_id" bigint,
	"submitted_at" timestamp(3) with time zone,
	"reviewer_id" bigint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "articles_pair_edition" CHECK ("articles"."pair_id" is null or "articles"."edition" = 'en'),
	CONSTRAINT "articles_waiting" CHECK (("articles"."reviewing_id" is not null) = ("articles"."state" = 'pending')),
	CONSTRAINT "articles_scheduled" CHECK ("articles"."state" <> 'scheduled' or ("articles"."publish_at" is not null and "articles"."passed_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "publishing_standards" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"edition" text,
	"news_category_id" bigint,
	"kind" text,
	"least_words" integer,
	"most_words" integer,
	"least_pictures" integer DEFAULT 0 NOT NULL,
	"least_summary" integer DEFAULT 0 NOT NULL,
	"most_summary" integer,
	"required_fields" text[] DEFAULT '{}' NOT NULL,
	"forbidden_words" text[] DEFAULT '{}' NOT NULL,
	"times_a_day" integer DEFAULT 0 NOT NULL,
	"deadline" text DEFAULT '' NOT NULL,
	"review_steps" smallint DEFAULT 1 NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "publishing_standards_place" UNIQUE NULLS NOT DISTINCT("edition","news_category_id","kind"),
	CONSTRAINT "publishing_standards_steps" CHECK ("publishing_standards"."review_steps" in (1, 2))
);
--> statement-breakpoint
ALTER TABLE "news_categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "news_categories" ADD COLUMN "english_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "news_categories" ADD COLUMN "is_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "news_categories" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "article_autosaves" ADD CONSTRAINT "article_autosaves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_autosaves" ADD CONSTRAINT "article_autosaves_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_autosaves" ADD CONSTRAINT "article_autosaves_base_id_article_versions_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_comments" ADD CONSTRAINT "article_comments_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_comments" ADD CONSTRAINT "article_comments_version_id_article_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_comments" ADD CONSTRAINT "article_comments_parent_id_article_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."article_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_comments" ADD CONSTRAINT "article_comments_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_figures" ADD CONSTRAINT "article_figures_version_id_article_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_figures" ADD CONSTRAINT "article_figures_revision_id_price_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."price_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_presence" ADD CONSTRAINT "article_presence_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_presence" ADD CONSTRAINT "article_presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_products" ADD CONSTRAINT "article_products_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_products" ADD CONSTRAINT "article_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_publications" ADD CONSTRAINT "article_publications_version_id_article_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_publications" ADD CONSTRAINT "article_publications_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_readers" ADD CONSTRAINT "article_readers_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_reviews" ADD CONSTRAINT "article_reviews_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_reviews" ADD CONSTRAINT "article_reviews_version_id_article_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_reviews" ADD CONSTRAINT "article_reviews_submitted_by_id_users_id_fk" FOREIGN KEY ("submitted_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_reviews" ADD CONSTRAINT "article_reviews_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_template_favourites" ADD CONSTRAINT "article_template_favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_template_favourites" ADD CONSTRAINT "article_template_favourites_template_id_article_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."article_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_template_products" ADD CONSTRAINT "article_template_products_template_id_article_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."article_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_template_products" ADD CONSTRAINT "article_template_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_template_versions" ADD CONSTRAINT "article_template_versions_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_templates" ADD CONSTRAINT "article_templates_news_category_id_news_categories_id_fk" FOREIGN KEY ("news_category_id") REFERENCES "public"."news_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_templates" ADD CONSTRAINT "article_templates_head_id_article_template_versions_id_fk" FOREIGN KEY ("head_id") REFERENCES "public"."article_template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_templates" ADD CONSTRAINT "article_templates_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_texts" ADD CONSTRAINT "article_texts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_news_category_id_news_categories_id_fk" FOREIGN KEY ("news_category_id") REFERENCES "public"."news_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_template_version_id_article_template_versions_id_fk" FOREIGN KEY ("template_version_id") REFERENCES "public"."article_template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_news_category_id_news_categories_id_fk" FOREIGN KEY ("news_category_id") REFERENCES "public"."news_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_pair_id_articles_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."articles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_pair_version_id_article_versions_id_fk" FOREIGN KEY ("pair_version_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_head_id_article_versions_id_fk" FOREIGN KEY ("head_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_reviewing_id_article_versions_id_fk" FOREIGN KEY ("reviewing_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_passed_id_article_versions_id_fk" FOREIGN KEY ("passed_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_published_id_article_versions_id_fk" FOREIGN KEY ("published_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_submitted_by_id_users_id_fk" FOREIGN KEY ("submitted_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishing_standards" ADD CONSTRAINT "publishing_standards_news_category_id_news_categories_id_fk" FOREIGN KEY ("news_category_id") REFERENCES "public"."news_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_comments_article" ON "article_comments" USING btree ("article_id","id");--> statement-breakpoint
CREATE INDEX "article_figures_price" ON "article_figures" USING btree ("price_id","article_id");--> statement-breakpoint
CREATE INDEX "article_products_product" ON "article_products" USING btree ("product_id","article_id");--> statement-breakpoint
CREATE INDEX "article_publications_article" ON "article_publications" USING btree ("article_id","number");--> statement-breakpoint
CREATE INDEX "article_reviews_article" ON "article_reviews" USING btree ("article_id","id");--> statement-breakpoint
CREATE INDEX "article_reviews_reviewed" ON "article_reviews" USING btree ("reviewed_at") WHERE "article_reviews"."outcome" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "article_reviews_waiting" ON "article_reviews" USING btree ("article_id") WHERE "article_reviews"."outcome" is null;--> statement-breakpoint
CREATE INDEX "article_template_products_product" ON "article_template_products" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "article_templates_name" ON "article_templates" USING btree ("edition",lower("name"));--> statement-breakpoint
CREATE INDEX "article_texts_grams" ON "article_texts" USING gin ("grams");--> statement-breakpoint
CREATE INDEX "articles_edition" ON "articles" USING btree ("edition","updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_state" ON "articles" USING btree ("edition","state","updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_category" ON "articles" USING btree ("news_category_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_author" ON "articles" USING btree ("author_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_reviewing" ON "articles" USING btree ("submitted_at","id") WHERE "articles"."reviewing_id" is not null;--> statement-breakpoint
CREATE INDEX "articles_due" ON "articles" USING btree ("publish_at") WHERE "articles"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "articles_leaving" ON "articles" USING btree ("take_down_at") WHERE "articles"."published_id" is not null;--> statement-breakpoint
CREATE INDEX "articles_tops" ON "articles" USING btree ("edition","top_sort","id") WHERE "articles"."top_until" is not null;--> statement-breakpoint
CREATE INDEX "articles_published" ON "articles" USING btree ("edition","published_at","id") WHERE "articles"."published_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "articles_publication" ON "articles" USING btree ("publication") WHERE "articles"."publication" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "articles_pair" ON "articles" USING btree ("pair_id") WHERE "articles"."pair_id" is not null;--> statement-breakpoint
-- What an article was and what readers saw of it is never changed.
CREATE TRIGGER article_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON article_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER article_figures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON article_figures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER article_publications_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON article_publications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER article_template_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON article_template_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Gone after a crash, as are those who had the articles open.
ALTER TABLE article_presence SET UNLOGGED;
