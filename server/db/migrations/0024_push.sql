CREATE TABLE "push_lists" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"account_ids" bigint[] NOT NULL,
	"author_id" bigint NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_prices" (
	"push_id" bigint NOT NULL,
	"quote_item_id" bigint NOT NULL,
	"day" date NOT NULL,
	"revision_id" bigint NOT NULL,
	CONSTRAINT "push_prices_push_id_quote_item_id_day_pk" PRIMARY KEY("push_id","quote_item_id","day")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"plan_id" bigint,
	"correction_of" bigint,
	"title" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"is_advert" boolean DEFAULT false NOT NULL,
	"product_ids" bigint[] DEFAULT '{}' NOT NULL,
	"quote_item_ids" bigint[] DEFAULT '{}' NOT NULL,
	"chart_days" smallint DEFAULT 0 NOT NULL,
	"rendering" text DEFAULT 'sending' NOT NULL,
	"publication" bigint,
	"attachment_ids" bigint[] DEFAULT '{}' NOT NULL,
	"audience" jsonb NOT NULL,
	"timing" text DEFAULT 'now' NOT NULL,
	"send_at" timestamp(3) with time zone,
	"send_time" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"next_at" timestamp(3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"body_id" bigint,
	"counts" jsonb,
	"author_id" bigint NOT NULL,
	"pusher_id" bigint,
	"reviewer_id" bigint,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_issues" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"order_id" bigint NOT NULL,
	"due_on" date NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"file_id" bigint NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"opinion" text DEFAULT '' NOT NULL,
	"author_id" bigint NOT NULL,
	"reviewer_id" bigint,
	"body_id" bigint,
	"sent_at" timestamp(3) with time zone,
	"received_on" date,
	"received_by" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_orders" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enterprise_id" bigint NOT NULL,
	"title" text NOT NULL,
	"contents" text DEFAULT '' NOT NULL,
	"rhythm" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"contact_name" text NOT NULL,
	"contact_email" text NOT NULL,
	"price" numeric NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_bodies" ADD COLUMN "sender_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_bodies" ADD COLUMN "reply_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "push_lists" ADD CONSTRAINT "push_lists_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_prices" ADD CONSTRAINT "push_prices_push_id_pushes_id_fk" FOREIGN KEY ("push_id") REFERENCES "public"."pushes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_prices" ADD CONSTRAINT "push_prices_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_prices" ADD CONSTRAINT "push_prices_revision_id_price_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."price_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_plan_id_pushes_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."pushes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_correction_of_pushes_id_fk" FOREIGN KEY ("correction_of") REFERENCES "public"."pushes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_body_id_message_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."message_bodies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_pusher_id_users_id_fk" FOREIGN KEY ("pusher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_issues" ADD CONSTRAINT "report_issues_order_id_report_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."report_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_issues" ADD CONSTRAINT "report_issues_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_issues" ADD CONSTRAINT "report_issues_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_issues" ADD CONSTRAINT "report_issues_body_id_message_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."message_bodies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_orders" ADD CONSTRAINT "report_orders_enterprise_id_enterprises_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "public"."enterprises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_lists_name" ON "push_lists" USING btree ("kind",lower("name"));--> statement-breakpoint
CREATE INDEX "push_prices_price" ON "push_prices" USING btree ("quote_item_id","day");--> statement-breakpoint
CREATE INDEX "pushes_kind" ON "pushes" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "pushes_due" ON "pushes" USING btree ("next_at") WHERE "pushes"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "pushes_sending" ON "pushes" USING btree ("id") WHERE "pushes"."state" = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_plan_day" ON "pushes" USING btree ("plan_id","next_at") WHERE "pushes"."plan_id" is not null;--> statement-breakpoint
CREATE INDEX "pushes_correction" ON "pushes" USING btree ("correction_of") WHERE "pushes"."correction_of" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_issues_due" ON "report_issues" USING btree ("order_id","due_on");--> statement-breakpoint
CREATE INDEX "report_orders_enterprise" ON "report_orders" USING btree ("enterprise_id");--> statement-breakpoint
CREATE INDEX "report_orders_days" ON "report_orders" USING btree ("starts_on","ends_on");