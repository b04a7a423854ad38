CREATE TABLE "ai_cases" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"set_id" bigint NOT NULL,
	"question" text NOT NULL,
	"member_id" bigint,
	"as_known_at" bigint,
	"quote_item_id" bigint,
	"relative_day" text,
	"part" text,
	"must_cite" text DEFAULT '' NOT NULL,
	"must_refuse" boolean DEFAULT false NOT NULL,
	"must_contain" text[] DEFAULT '{}' NOT NULL,
	"must_not_contain" text[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_cases_price" CHECK (num_nonnulls("ai_cases"."quote_item_id", "ai_cases"."relative_day", "ai_cases"."part") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "ai_results" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"run_id" bigint NOT NULL,
	"case_id" bigint,
	"repeat" smallint NOT NULL,
	"question" text NOT NULL,
	"verdict" text NOT NULL,
	"is_price_wrong" boolean DEFAULT false NOT NULL,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"expected" text DEFAULT '' NOT NULL,
	"expected_from" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"cost" numeric(12, 6),
	"ms" integer DEFAULT 0 NOT NULL,
	"rating" smallint,
	"rated_by_id" bigint,
	"judged" smallint,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_results_rating" CHECK ("ai_results"."rating" between 1 and 5),
	CONSTRAINT "ai_results_judged" CHECK ("ai_results"."judged" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "ai_runs" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"set_id" bigint NOT NULL,
	"prompt_id" bigint NOT NULL,
	"job_id" bigint,
	"model" text NOT NULL,
	"cases" integer NOT NULL,
	"repeats" smallint NOT NULL,
	"is_judged" boolean DEFAULT false NOT NULL,
	"user_id" bigint NOT NULL,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ai_sets" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"assistant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"is_gate" boolean DEFAULT true NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_assistants" ADD COLUMN "product_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_assistants" ADD COLUMN "openings" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_prompts" ADD COLUMN "launched_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "member_accounts" ADD COLUMN "daily_questions" integer;--> statement-breakpoint
ALTER TABLE "ai_cases" ADD CONSTRAINT "ai_cases_set_id_ai_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."ai_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_cases" ADD CONSTRAINT "ai_cases_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_cases" ADD CONSTRAINT "ai_cases_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_results" ADD CONSTRAINT "ai_results_run_id_ai_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."ai_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_results" ADD CONSTRAINT "ai_results_case_id_ai_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."ai_cases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_results" ADD CONSTRAINT "ai_results_rated_by_id_users_id_fk" FOREIGN KEY ("rated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_runs" ADD CONSTRAINT "ai_runs_set_id_ai_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."ai_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_runs" ADD CONSTRAINT "ai_runs_prompt_id_ai_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."ai_prompts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_runs" ADD CONSTRAINT "ai_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_sets" ADD CONSTRAINT "ai_sets_assistant_id_ai_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."ai_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_cases_set" ON "ai_cases" USING btree ("set_id","id");--> statement-breakpoint
CREATE INDEX "ai_cases_item" ON "ai_cases" USING btree ("quote_item_id");--> statement-breakpoint
CREATE INDEX "ai_cases_member" ON "ai_cases" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_results_case" ON "ai_results" USING btree ("run_id","case_id","repeat");--> statement-breakpoint
CREATE INDEX "ai_results_of_case" ON "ai_results" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "ai_runs_set" ON "ai_runs" USING btree ("set_id","prompt_id","id");--> statement-breakpoint
CREATE INDEX "ai_runs_prompt" ON "ai_runs" USING btree ("prompt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_sets_name" ON "ai_sets" USING btree ("assistant_id",lower("name"));--> statement-breakpoint
-- Versions that are published now were launched before there were drafts.
UPDATE "ai_prompts" p SET "launched_at" = a."updated_at" FROM "ai_assistants" a WHERE a."published_id" = p."id";
