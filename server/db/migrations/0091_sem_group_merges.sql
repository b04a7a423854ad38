ALTER TABLE "sem_nodes" ADD COLUMN "own_ad_group" text;--> statement-breakpoint
DROP INDEX "sem_nodes_path";--> statement-breakpoint
ALTER TABLE "sem_nodes" DROP COLUMN "path";--> statement-breakpoint
ALTER TABLE "sem_nodes" ADD COLUMN "path" text GENERATED ALWAYS AS (text_key(coalesce("own_campaign", "campaign")) || chr(31) || text_key(coalesce("own_ad_group", "ad_group")) || chr(31) || text_key(coalesce("own_keyword", "keyword")) || chr(31) || coalesce("word_id", 0)::text) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sem_nodes_path" ON "sem_nodes" USING btree ("account_id","level","path",coalesce("provider_id", ''));
