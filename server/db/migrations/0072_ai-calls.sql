CREATE TABLE "ai_calls" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"assistant_id" bigint,
	"prompt_id" bigint,
	"session_id" bigint,
	"message_id" bigint,
	"answer_id" bigint,
	"run_id" bigint,
	"user_id" bigint,
	"account_id" bigint,
	"model_id" bigint,
	"model" text NOT NULL,
	"input_tokens" integer NOT NULL,
	"cached_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer NOT NULL,
	"reasoning_tokens" integer DEFAULT 0 NOT NULL,
	"is_estimated" boolean NOT NULL,
	"cost" numeric(14, 6),
	"price_id" bigint,
	"request_id" text DEFAULT '' NOT NULL,
	"outcome" text NOT NULL,
	"failure" text,
	"retries" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"first_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "ai_calls_failure" CHECK (("ai_calls"."outcome" = 'failed') = ("ai_calls"."failure" is not null)),
	CONSTRAINT "ai_calls_cached" CHECK ("ai_calls"."cached_tokens" <= "ai_calls"."input_tokens")
);
--> statement-breakpoint
CREATE TABLE "ai_limit_days" (
	"subject" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"day" date NOT NULL,
	"used" numeric(18, 6) DEFAULT '0' NOT NULL,
	"noticed_at" timestamp(3) with time zone,
	CONSTRAINT "ai_limit_days_subject_subject_id_day_pk" PRIMARY KEY("subject","subject_id","day")
);
--> statement-breakpoint
CREATE TABLE "ai_model_prices" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"model_id" bigint,
	"valid_from" timestamp(3) with time zone NOT NULL,
	"input" numeric(10, 4) NOT NULL,
	"cached" numeric(10, 4) NOT NULL,
	"output" numeric(10, 4) NOT NULL,
	CONSTRAINT "ai_model_prices_from" UNIQUE NULLS NOT DISTINCT("model_id","valid_from"),
	CONSTRAINT "ai_model_prices_positive" CHECK (least("ai_model_prices"."input", "ai_model_prices"."cached", "ai_model_prices"."output") >= 0)
);
--> statement-breakpoint
CREATE TABLE "ai_models" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"base_url" text NOT NULL,
	"model" text NOT NULL,
	"form" text NOT NULL,
	"sealed_key" text DEFAULT '' NOT NULL,
	"is_stand_in" boolean DEFAULT false NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_corrections" (
	"told_to" bigint PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_figures" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"message_id" bigint NOT NULL,
	"place" integer,
	"text" text NOT NULL,
	"verdict" text NOT NULL,
	"quote_item_id" bigint,
	"day" date,
	"part" text,
	"publication" bigint,
	"sentence" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_steps" (
	"message_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"tool" text NOT NULL,
	"arguments" jsonb NOT NULL,
	"found" jsonb NOT NULL,
	"ms" integer NOT NULL,
	CONSTRAINT "ai_steps_message_id_number_pk" PRIMARY KEY("message_id","number")
);
--> statement-breakpoint
ALTER TABLE "ai_messages" ADD COLUMN "state" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_messages" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "ai_messages" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "ai_messages" ADD COLUMN "publication" bigint;--> statement-breakpoint
ALTER TABLE "ai_messages" ADD COLUMN "offer" jsonb;--> statement-breakpoint
ALTER TABLE "ai_messages" ADD COLUMN "alive_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "ai_sessions" ADD COLUMN "account_id" bigint;--> statement-breakpoint
ALTER TABLE "ai_model_prices" ADD CONSTRAINT "ai_model_prices_model_id_ai_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."ai_models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_figures" ADD CONSTRAINT "ai_figures_message_id_ai_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ai_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_figures" ADD CONSTRAINT "ai_figures_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_steps" ADD CONSTRAINT "ai_steps_message_id_ai_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ai_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_calls_time" ON "ai_calls" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "ai_calls_prompt" ON "ai_calls" USING btree ("prompt_id","started_at");--> statement-breakpoint
CREATE INDEX "ai_calls_session" ON "ai_calls" USING btree ("session_id") WHERE "ai_calls"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "ai_calls_message" ON "ai_calls" USING btree ("message_id") WHERE "ai_calls"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "ai_calls_answer" ON "ai_calls" USING btree ("answer_id") WHERE "ai_calls"."answer_id" is not null;--> statement-breakpoint
CREATE INDEX "ai_calls_run" ON "ai_calls" USING btree ("run_id") WHERE "ai_calls"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "ai_calls_user" ON "ai_calls" USING btree ("user_id","started_at") WHERE "ai_calls"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "ai_calls_account" ON "ai_calls" USING btree ("account_id","started_at") WHERE "ai_calls"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "ai_limit_days_day" ON "ai_limit_days" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_models_name" ON "ai_models" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "ai_models_stand_in" ON "ai_models" USING btree ("is_stand_in") WHERE "ai_models"."is_stand_in" and "ai_models"."is_enabled";--> statement-breakpoint
CREATE INDEX "ai_figures_message" ON "ai_figures" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "ai_figures_price" ON "ai_figures" USING btree ("quote_item_id","day") WHERE "ai_figures"."quote_item_id" is not null;--> statement-breakpoint
ALTER TABLE "ai_sessions" ADD CONSTRAINT "ai_sessions_account_id_member_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."member_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_messages_client" ON "ai_messages" USING btree ("session_id","client_id") WHERE "ai_messages"."client_id" is not null;--> statement-breakpoint
CREATE INDEX "ai_messages_streaming" ON "ai_messages" USING btree ("id") WHERE "ai_messages"."state" = 'streaming';--> statement-breakpoint
CREATE INDEX "ai_sessions_account" ON "ai_sessions" USING btree ("account_id","last_at") WHERE "ai_sessions"."account_id" is not null;--> statement-breakpoint
-- what a call cost is never written anew
CREATE TRIGGER ai_calls_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ai_calls
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
