CREATE TABLE "announcement_reads" (
	"announcement_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"read_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_reads_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"audience" text NOT NULL,
	"target_ids" bigint[] DEFAULT '{}' NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"ends_on" date,
	"state" text DEFAULT 'draft' NOT NULL,
	"author_id" bigint NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"launched_at" timestamp(3) with time zone,
	CONSTRAINT "announcements_targets" CHECK (("announcements"."audience" = 'everybody') = ("announcements"."target_ids" = '{}'))
);
--> statement-breakpoint
CREATE TABLE "applets" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "applets_app_id_unique" UNIQUE("app_id")
);
--> statement-breakpoint
CREATE TABLE "page_visits" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"user_id" bigint NOT NULL,
	"address" text NOT NULL,
	"path" text NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_products" (
	"role_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "role_products_role_id_product_id_pk" PRIMARY KEY("role_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "user_applets" (
	"user_id" bigint NOT NULL,
	"applet_id" bigint NOT NULL,
	CONSTRAINT "user_applets_user_id_applet_id_pk" PRIMARY KEY("user_id","applet_id")
);
--> statement-breakpoint
CREATE TABLE "user_categories" (
	"user_id" bigint NOT NULL,
	"category_id" bigint NOT NULL,
	CONSTRAINT "user_categories_user_id_category_id_pk" PRIMARY KEY("user_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "user_news_categories" (
	"user_id" bigint NOT NULL,
	"news_category_id" bigint NOT NULL,
	CONSTRAINT "user_news_categories_user_id_news_category_id_pk" PRIMARY KEY("user_id","news_category_id")
);
--> statement-breakpoint
CREATE TABLE "user_products" (
	"user_id" bigint NOT NULL,
	"role_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "user_products_user_id_role_id_product_id_pk" PRIMARY KEY("user_id","role_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "user_send_info" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"telephone" text DEFAULT '' NOT NULL,
	"signature" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visiting_assistants" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"open_id" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"bound_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visiting_assistants_open_id_unique" UNIQUE("open_id")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"parent_id" bigint,
	"name" text NOT NULL,
	"level" smallint NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categories_level" CHECK (("categories"."level" = 1 and "categories"."parent_id" is null) or ("categories"."level" = 2 and "categories"."parent_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "news_categories" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"product_id" bigint,
	"name" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "regions" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"parent_id" bigint,
	"name" text NOT NULL,
	"level" smallint NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "regions_level" CHECK ("regions"."level" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "file_contents" (
	"sha256" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"brought_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_uses" (
	"file_id" bigint NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	CONSTRAINT "file_uses_file_id_target_type_target_id_pk" PRIMARY KEY("file_id","target_type","target_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"purpose" text NOT NULL,
	"width" integer,
	"height" integer,
	"owner_id" bigint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"owner_id" bigint,
	"author" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"file_id" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries" integer NOT NULL,
	"tries_left" integer NOT NULL,
	"run_after" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"alive_at" timestamp(3) with time zone,
	"cancel_asked_at" timestamp(3) with time zone,
	"slot" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "list_settings" (
	"user_id" bigint NOT NULL,
	"list" text NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_view_id" bigint,
	CONSTRAINT "list_settings_user_id_list_pk" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"list" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"sort" text DEFAULT '' NOT NULL,
	"columns" jsonb NOT NULL,
	"share" text NOT NULL,
	"role_id" bigint,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_views_share" CHECK ("list_views"."share" = 'role' or "list_views"."role_id" is null)
);
--> statement-breakpoint
CREATE TABLE "api_key_days" (
	"key_id" bigint NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "api_key_days_key_id_day_pk" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"daily_quota" integer NOT NULL,
	"created_by" bigint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "request_keys" (
	"scope" text NOT NULL,
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"input_hash" text NOT NULL,
	"reply" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_keys_scope_endpoint_key_pk" PRIMARY KEY("scope","endpoint","key")
);
--> statement-breakpoint
CREATE TABLE "used_confirmations" (
	"nonce" text PRIMARY KEY NOT NULL,
	"used_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"rows" integer NOT NULL,
	"wrong_rows" integer NOT NULL,
	"job_id" bigint,
	"saved_at" timestamp(3) with time zone,
	"result_file_id" bigint,
	"taken_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "menus" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "category_id" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "unit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "table_type" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_show" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sort" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_visits" ADD CONSTRAINT "page_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_products" ADD CONSTRAINT "role_products_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_products" ADD CONSTRAINT "role_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_applets" ADD CONSTRAINT "user_applets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_applets" ADD CONSTRAINT "user_applets_applet_id_applets_id_fk" FOREIGN KEY ("applet_id") REFERENCES "public"."applets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_categories" ADD CONSTRAINT "user_categories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_categories" ADD CONSTRAINT "user_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_news_categories" ADD CONSTRAINT "user_news_categories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_news_categories" ADD CONSTRAINT "user_news_categories_news_category_id_news_categories_id_fk" FOREIGN KEY ("news_category_id") REFERENCES "public"."news_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_products" ADD CONSTRAINT "user_products_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_products" ADD CONSTRAINT "user_products_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_products" ADD CONSTRAINT "user_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_send_info" ADD CONSTRAINT "user_send_info_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visiting_assistants" ADD CONSTRAINT "visiting_assistants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_categories" ADD CONSTRAINT "news_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regions" ADD CONSTRAINT "regions_parent_id_regions_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."regions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_uses" ADD CONSTRAINT "file_uses_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_sha256_file_contents_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."file_contents"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_runs" ADD CONSTRAINT "job_runs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_default_view_id_list_views_id_fk" FOREIGN KEY ("default_view_id") REFERENCES "public"."list_views"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_days" ADD CONSTRAINT "api_key_days_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_result_file_id_files_id_fk" FOREIGN KEY ("result_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_reads_user" ON "announcement_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcements_launched" ON "announcements" USING btree ("launched_at") WHERE "announcements"."state" = 'launched';--> statement-breakpoint
CREATE INDEX "page_visits_at" ON "page_visits" USING btree ("at");--> statement-breakpoint
CREATE INDEX "page_visits_user" ON "page_visits" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "role_products_product" ON "role_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "user_applets_applet" ON "user_applets" USING btree ("applet_id");--> statement-breakpoint
CREATE INDEX "user_categories_category" ON "user_categories" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "user_news_categories_category" ON "user_news_categories" USING btree ("news_category_id");--> statement-breakpoint
CREATE INDEX "user_products_product" ON "user_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "user_products_role" ON "user_products" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "categories_parent" ON "categories" USING btree ("parent_id","sort","id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree (coalesce("parent_id", 0),"name");--> statement-breakpoint
CREATE UNIQUE INDEX "news_categories_name" ON "news_categories" USING btree (coalesce("product_id", 0),"name");--> statement-breakpoint
CREATE INDEX "regions_parent" ON "regions" USING btree ("parent_id","sort","id");--> statement-breakpoint
CREATE UNIQUE INDEX "regions_name" ON "regions" USING btree (coalesce("parent_id", 0),"name");--> statement-breakpoint
CREATE UNIQUE INDEX "regions_code" ON "regions" USING btree ("code") WHERE "regions"."code" <> '';--> statement-breakpoint
CREATE INDEX "file_uses_target" ON "file_uses" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE INDEX "files_sha256" ON "files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "files_created" ON "files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "job_runs_queued" ON "job_runs" USING btree ("run_after") WHERE "job_runs"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "job_runs_running" ON "job_runs" USING btree ("alive_at") WHERE "job_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "job_runs_owner" ON "job_runs" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "job_runs_ended" ON "job_runs" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_slot" ON "job_runs" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "list_settings_view" ON "list_settings" USING btree ("default_view_id");--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_name" ON "list_views" USING btree ("list","owner_id","name");--> statement-breakpoint
CREATE INDEX "list_views_owner" ON "list_views" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "list_views_role" ON "list_views" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "request_keys_time" ON "request_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "used_confirmations_time" ON "used_confirmations" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "imports_job" ON "imports" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("category_id","sort","id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_code" ON "products" USING btree ("code") WHERE "products"."code" <> '';--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_table_type" CHECK ("products"."table_type" in (1, 2));