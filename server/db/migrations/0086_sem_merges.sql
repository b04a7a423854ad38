CREATE TABLE "sem_merges" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"by_id" bigint,
	"account_id" bigint NOT NULL,
	"level" text NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"from_name" text NOT NULL,
	"into_name" text NOT NULL,
	"undone_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sem_merges" ADD CONSTRAINT "sem_merges_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sem_merges" ADD CONSTRAINT "sem_merges_account_id_sem_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sem_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sem_merges_account" ON "sem_merges" USING btree ("account_id","id") WHERE undone_at is null;--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "own_campaign" text;--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "merged_id" bigint;--> statement-breakpoint
DROP INDEX "search_words_name";--> statement-breakpoint
CREATE UNIQUE INDEX "search_words_name" ON "search_words" USING btree ("account_id",coalesce("own_campaign", "campaign"),"word");--> statement-breakpoint
CREATE INDEX "search_words_merged" ON "search_words" USING btree ("merged_id") WHERE "search_words"."merged_id" is not null;--> statement-breakpoint
ALTER TABLE "sem_nodes" ADD COLUMN "own_campaign" text;--> statement-breakpoint
ALTER TABLE "sem_nodes" ADD COLUMN "own_keyword" text;--> statement-breakpoint
DROP INDEX "sem_nodes_path";--> statement-breakpoint
ALTER TABLE "sem_nodes" DROP COLUMN "path";--> statement-breakpoint
ALTER TABLE "sem_nodes" ADD COLUMN "path" text GENERATED ALWAYS AS (text_key(coalesce("own_campaign", "campaign")) || chr(31) || text_key("ad_group") || chr(31) || text_key(coalesce("own_keyword", "keyword")) || chr(31) || coalesce("word_id", 0)::text) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sem_nodes_path" ON "sem_nodes" USING btree ("account_id","level","path",coalesce("provider_id", ''));--> statement-breakpoint
CREATE INDEX "sem_nodes_own_campaign" ON "sem_nodes" USING btree (lower("own_campaign")) WHERE "sem_nodes"."own_campaign" is not null;--> statement-breakpoint
CREATE INDEX "sem_nodes_own_keyword" ON "sem_nodes" USING btree (lower("own_keyword")) WHERE "sem_nodes"."own_keyword" is not null;
