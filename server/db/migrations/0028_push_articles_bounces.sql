CREATE TABLE "message_bounces" (
	"address" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"message_id" bigint NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_articles" (
	"push_id" bigint NOT NULL,
	"article_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	CONSTRAINT "push_articles_push_id_article_id_pk" PRIMARY KEY("push_id","article_id")
);
--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "article_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "push_articles" ADD CONSTRAINT "push_articles_push_id_pushes_id_fk" FOREIGN KEY ("push_id") REFERENCES "public"."pushes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_articles" ADD CONSTRAINT "push_articles_version_id_article_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."article_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_articles_article" ON "push_articles" USING btree ("article_id");