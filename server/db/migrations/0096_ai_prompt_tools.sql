ALTER TABLE "ai_prompts" ADD COLUMN "tools" text[] DEFAULT '{"findItems","prices","series","calc","articles","calendar"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_prompts" ADD COLUMN "passages" smallint DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_prompts" ADD COLUMN "passage_days" integer;--> statement-breakpoint
-- Versions for the article editor are asked without tools.
UPDATE "ai_prompts" p SET "tools" = '{}' FROM "ai_assistants" a WHERE a."id" = p."assistant_id" AND a."purpose" <> 'chat';
