ALTER TABLE "ai_prompts" ADD COLUMN "tools" text[] DEFAULT '{"findItems","prices","series","calc","articles","calendar"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_prompts" ADD COLUMN "passages" smallint DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_prompts" ADD COLUMN "passage_days" integer;--> statement-breakpoint
ALTER TABLE "ai_unanswered" ADD COLUMN "handed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sem_slices" ADD COLUMN "settled_at" timestamp(3) with time zone;--> statement-breakpoint
-- Versions for the article editor are asked without tools.
UPDATE "ai_prompts" p SET "tools" = '{}' FROM "ai_assistants" a WHERE a."id" = p."assistant_id" AND a."purpose" <> 'chat';--> statement-breakpoint
UPDATE "ai_unanswered" SET "handed_at" = now() WHERE "owner_id" IS NOT NULL AND "done_at" IS NULL;--> statement-breakpoint
UPDATE "sem_slices" s SET "settled_at" = s."imported_at" FROM "sem_accounts" a
  WHERE a."id" = s."account_id" AND s."imported_at" >= (s."day" + a."settling_days")::timestamp AT TIME ZONE 'Asia/Shanghai';
