CREATE TABLE "ai_answers" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"prompt_id" bigint NOT NULL,
	"article_id" bigint,
	"question_id" bigint,
	"user_id" bigint NOT NULL,
	"model" text NOT NULL,
	"sent" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"sent_tokens" integer NOT NULL,
	"answer_tokens" integer DEFAULT 0 NOT NULL,
	"cost" numeric(12, 6),
	"score" smallint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "ai_answers_score" CHECK ("ai_answers"."score" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "ai_assistants" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"published_id" bigint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_messages" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"session_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"prompt_number" integer,
	"model" text DEFAULT '' NOT NULL,
	"tokens" integer DEFAULT 0 NOT NULL,
	"cost" numeric(12, 6) DEFAULT '0' NOT NULL,
	"ms" integer,
	"feedback" text,
	"is_sensitive" boolean DEFAULT false NOT NULL,
	"is_unanswered" boolean DEFAULT false NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"score" smallint,
	"correction" text DEFAULT '' NOT NULL,
	"rated_by_id" bigint,
	"rated_at" timestamp(3) with time zone,
	CONSTRAINT "ai_messages_score" CHECK ("ai_messages"."score" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "ai_prompts" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"assistant_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"prompt" text NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"temperature" numeric(3, 2) NOT NULL,
	"max_tokens" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"author_id" bigint NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_questions" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"assistant_id" bigint NOT NULL,
	"title" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_sessions" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"api_key_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"member_id" bigint NOT NULL,
	"assistant_id" bigint,
	"assistant_name" text NOT NULL,
	"title" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"tokens" integer DEFAULT 0 NOT NULL,
	"cost" numeric(12, 6) DEFAULT '0' NOT NULL,
	"ups" integer DEFAULT 0 NOT NULL,
	"downs" integer DEFAULT 0 NOT NULL,
	"sensitive" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_answers" ADD CONSTRAINT "ai_answers_prompt_id_ai_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."ai_prompts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_answers" ADD CONSTRAINT "ai_answers_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_answers" ADD CONSTRAINT "ai_answers_question_id_ai_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."ai_questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_answers" ADD CONSTRAINT "ai_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_assistants" ADD CONSTRAINT "ai_assistants_published_id_ai_prompts_id_fk" FOREIGN KEY ("published_id") REFERENCES "public"."ai_prompts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_messages" ADD CONSTRAINT "ai_messages_session_id_ai_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."ai_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_messages" ADD CONSTRAINT "ai_messages_rated_by_id_users_id_fk" FOREIGN KEY ("rated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_prompts" ADD CONSTRAINT "ai_prompts_assistant_id_ai_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."ai_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_prompts" ADD CONSTRAINT "ai_prompts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_questions" ADD CONSTRAINT "ai_questions_assistant_id_ai_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."ai_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_sessions" ADD CONSTRAINT "ai_sessions_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_sessions" ADD CONSTRAINT "ai_sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_sessions" ADD CONSTRAINT "ai_sessions_assistant_id_ai_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."ai_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_answers_prompt" ON "ai_answers" USING btree ("prompt_id","id");--> statement-breakpoint
CREATE INDEX "ai_answers_user" ON "ai_answers" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "ai_answers_article" ON "ai_answers" USING btree ("article_id","id");--> statement-breakpoint
CREATE INDEX "ai_answers_question" ON "ai_answers" USING btree ("question_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_assistants_code" ON "ai_assistants" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "ai_assistants_name" ON "ai_assistants" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "ai_assistants_button" ON "ai_assistants" USING btree ("purpose") WHERE "ai_assistants"."purpose" <> 'chat' and "ai_assistants"."published_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_messages_number" ON "ai_messages" USING btree ("session_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_prompts_number" ON "ai_prompts" USING btree ("assistant_id","number");--> statement-breakpoint
CREATE INDEX "ai_questions_assistant" ON "ai_questions" USING btree ("assistant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_sessions_external" ON "ai_sessions" USING btree ("api_key_id","external_id");--> statement-breakpoint
CREATE INDEX "ai_sessions_last" ON "ai_sessions" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "ai_sessions_member" ON "ai_sessions" USING btree ("member_id","last_at");--> statement-breakpoint
CREATE INDEX "ai_sessions_assistant" ON "ai_sessions" USING btree ("assistant_id","last_at");--> statement-breakpoint
CREATE INDEX "ai_sessions_title_part" ON "ai_sessions" USING gin ("title" gin_trgm_ops);