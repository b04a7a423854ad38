CREATE TABLE "account_logs" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "account_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp(3) with time zone NOT NULL,
	"account_id" bigint NOT NULL,
	"sub_product" text NOT NULL,
	"kind" text NOT NULL,
	"module" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"seconds" integer,
	CONSTRAINT "account_logs_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "account_logs_other" PARTITION OF "account_logs" DEFAULT;
--> statement-breakpoint
CREATE TABLE "account_signals" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"samples" text[] DEFAULT '{}' NOT NULL,
	"from_at" timestamp(3) with time zone NOT NULL,
	"to_at" timestamp(3) with time zone NOT NULL,
	"found_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp(3) with time zone,
	"handled_by" bigint,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dictionary_words" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"dictionary" text NOT NULL,
	"word" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grant_batch_rows" (
	"batch_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"msg" text DEFAULT '' NOT NULL,
	CONSTRAINT "grant_batch_rows_batch_id_place_pk" PRIMARY KEY("batch_id","place")
);
--> statement-breakpoint
CREATE TABLE "grant_batches" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"sub_product" text NOT NULL,
	"wish" jsonb NOT NULL,
	"reason" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"act_id" bigint
);
--> statement-breakpoint
CREATE TABLE "grant_acts" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"via" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"request_id" text DEFAULT '' NOT NULL,
	"undone_by" bigint
);
--> statement-breakpoint
CREATE TABLE "grant_changes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"act_id" bigint NOT NULL,
	"grant_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"sub_product" text NOT NULL,
	"product_id" bigint,
	"action" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"grant_version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grant_presets" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sub_product" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"days" integer NOT NULL,
	"product_ids" bigint[] DEFAULT '{}' NOT NULL,
	"modules" text[] DEFAULT '{}' NOT NULL,
	"quota" integer,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grant_rules" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sub_product" text NOT NULL,
	"name" text NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"province" text DEFAULT '' NOT NULL,
	"preset_id" bigint NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"account_id" bigint NOT NULL,
	"product_id" bigint,
	"kind" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"quota" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "grants_days" CHECK ("grants"."ends_on" >= "grants"."starts_on"),
	CONSTRAINT "grants_quota" CHECK ("grants"."quota" > 0)
);
--> statement-breakpoint
CREATE TABLE "board_marks" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"ends_on" date,
	"user_id" bigint NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enterprise_contacts" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enterprise_id" bigint NOT NULL,
	"name" text NOT NULL,
	"position" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"is_main" boolean DEFAULT false NOT NULL,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enterprises" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"credit_code" text DEFAULT '' NOT NULL,
	"industry" text DEFAULT '' NOT NULL,
	"region_id" bigint,
	"address" text DEFAULT '' NOT NULL,
	"level" text DEFAULT 'C' NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"owner_id" bigint,
	"longitude" numeric(9, 6),
	"latitude" numeric(8, 6),
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enterprises_place" CHECK (("enterprises"."longitude" is null) = ("enterprises"."latitude" is null))
);
--> statement-breakpoint
CREATE TABLE "member_accounts" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"member_id" bigint NOT NULL,
	"sub_product" text NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	"sub_quota" integer DEFAULT 0 NOT NULL,
	"modules" text[] DEFAULT '{}' NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"grant_kind" text,
	"last_seen_at" timestamp(3) with time zone,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "member_accounts_member" UNIQUE("member_id","sub_product")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enterprise_id" bigint NOT NULL,
	"main_id" bigint,
	"login_name" text NOT NULL,
	"real_name" text NOT NULL,
	"mobile" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"owner_id" bigint,
	"password_hash" text DEFAULT '' NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"wx_open_id" text,
	"remark" text DEFAULT '' NOT NULL,
	"last_seen_at" timestamp(3) with time zone,
	"sessions_cleared_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "owner_changes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"target" text NOT NULL,
	"target_id" bigint NOT NULL,
	"from_id" bigint,
	"to_id" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"request_id" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sub_product" text NOT NULL,
	"title" text NOT NULL,
	"kind" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"file_id" bigint,
	"state" text DEFAULT 'draft' NOT NULL,
	"author_id" bigint,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_changes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"order_id" bigint NOT NULL,
	"action" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"number" text NOT NULL,
	"account_id" bigint NOT NULL,
	"sub_product" text NOT NULL,
	"item" text NOT NULL,
	"months" integer NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"salesman_id" bigint,
	"close_reason" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "data_key_days" (
	"key_id" bigint NOT NULL,
	"day" date NOT NULL,
	"data_set" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "data_key_days_key_id_day_data_set_pk" PRIMARY KEY("key_id","day","data_set")
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"data_sets" text[] DEFAULT '{}' NOT NULL,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"daily_quota" integer NOT NULL,
	"ends_on" date,
	"last_used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "data_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "partner_members" (
	"member_id" bigint PRIMARY KEY NOT NULL,
	"partner_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"domains" text[] DEFAULT '{}' NOT NULL,
	"permission_set_id" bigint,
	"status" text DEFAULT 'enabled' NOT NULL,
	"ends_on" date,
	"owner_id" bigint,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "permission_sets" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"sub_products" text[] DEFAULT '{}' NOT NULL,
	"modules" text[] DEFAULT '{}' NOT NULL,
	"product_ids" bigint[] DEFAULT '{}' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "third_powers" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sub_product" text NOT NULL,
	"name" text NOT NULL,
	"app_id" text NOT NULL,
	"product_ids" bigint[] DEFAULT '{}' NOT NULL,
	"modules" text[] DEFAULT '{}' NOT NULL,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	"ends_on" date,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registration_rules" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"province" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registration_rules_province_unique" UNIQUE("province")
);
--> statement-breakpoint
CREATE TABLE "registration_steps" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"registration_id" bigint NOT NULL,
	"action" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "province" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "source" text DEFAULT 'page' NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "state" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "owner_id" bigint;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "enterprise_id" bigint;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "member_id" bigint;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "first_contact_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "closed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "account_signals" ADD CONSTRAINT "account_signals_account_id_member_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."member_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_signals" ADD CONSTRAINT "account_signals_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batch_rows" ADD CONSTRAINT "grant_batch_rows_batch_id_grant_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."grant_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batch_rows" ADD CONSTRAINT "grant_batch_rows_account_id_member_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."member_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batches" ADD CONSTRAINT "grant_batches_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batches" ADD CONSTRAINT "grant_batches_act_id_grant_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."grant_acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_acts" ADD CONSTRAINT "grant_acts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_changes" ADD CONSTRAINT "grant_changes_act_id_grant_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."grant_acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_changes" ADD CONSTRAINT "grant_changes_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_changes" ADD CONSTRAINT "grant_changes_account_id_member_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."member_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_changes" ADD CONSTRAINT "grant_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_rules" ADD CONSTRAINT "grant_rules_preset_id_grant_presets_id_fk" FOREIGN KEY ("preset_id") REFERENCES "public"."grant_presets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_account_id_member_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."member_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_marks" ADD CONSTRAINT "board_marks_account_id_member_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."member_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_marks" ADD CONSTRAINT "board_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enterprise_contacts" ADD CONSTRAINT "enterprise_contacts_enterprise_id_enterprises_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "public"."enterprises"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enterprises" ADD CONSTRAINT "enterprises_region_id_regions_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enterprises" ADD CONSTRAINT "enterprises_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_accounts" ADD CONSTRAINT "member_accounts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_enterprise_id_enterprises_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "public"."enterprises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_main_id_members_id_fk" FOREIGN KEY ("main_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_member_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."member_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_salesman_id_users_id_fk" FOREIGN KEY ("salesman_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_key_days" ADD CONSTRAINT "data_key_days_key_id_data_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."data_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_account_id_member_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."member_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_permission_set_id_permission_sets_id_fk" FOREIGN KEY ("permission_set_id") REFERENCES "public"."permission_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_rules" ADD CONSTRAINT "registration_rules_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_steps" ADD CONSTRAINT "registration_steps_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_steps" ADD CONSTRAINT "registration_steps_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_logs_account" ON "account_logs" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "account_logs_list" ON "account_logs" USING btree ("sub_product","at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_signals_open" ON "account_signals" USING btree ("account_id","kind") WHERE "account_signals"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "account_signals_found" ON "account_signals" USING btree ("found_at");--> statement-breakpoint
CREATE UNIQUE INDEX "dictionary_words_word" ON "dictionary_words" USING btree ("dictionary","word");--> statement-breakpoint
CREATE INDEX "grant_batch_rows_waiting" ON "grant_batch_rows" USING btree ("batch_id","place") WHERE "grant_batch_rows"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "grant_batch_rows_account" ON "grant_batch_rows" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "grant_batches_owner" ON "grant_batches" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "grant_acts_at" ON "grant_acts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "grant_changes_list" ON "grant_changes" USING btree ("sub_product","id");--> statement-breakpoint
CREATE INDEX "grant_changes_account" ON "grant_changes" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "grant_changes_act" ON "grant_changes" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "grant_changes_grant" ON "grant_changes" USING btree ("grant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "grant_presets_name" ON "grant_presets" USING btree ("sub_product",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "grant_rules_name" ON "grant_rules" USING btree ("sub_product",lower("name"));--> statement-breakpoint
CREATE INDEX "grant_rules_preset" ON "grant_rules" USING btree ("preset_id");--> statement-breakpoint
CREATE UNIQUE INDEX "grants_live" ON "grants" USING btree ("account_id",coalesce("product_id", 0)) WHERE "grants"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "grants_product" ON "grants" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "enterprise_contacts_enterprise" ON "enterprise_contacts" USING btree ("enterprise_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "enterprise_contacts_main" ON "enterprise_contacts" USING btree ("enterprise_id") WHERE "enterprise_contacts"."is_main";--> statement-breakpoint
CREATE UNIQUE INDEX "enterprises_name" ON "enterprises" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "enterprises_credit_code" ON "enterprises" USING btree ("credit_code") WHERE "enterprises"."credit_code" <> '';--> statement-breakpoint
CREATE INDEX "enterprises_owner" ON "enterprises" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "enterprises_region" ON "enterprises" USING btree ("region_id");--> statement-breakpoint
CREATE INDEX "member_accounts_list" ON "member_accounts" USING btree ("sub_product","id");--> statement-breakpoint
CREATE INDEX "member_accounts_end" ON "member_accounts" USING btree ("sub_product","ends_on","id");--> statement-breakpoint
CREATE INDEX "member_accounts_opened" ON "member_accounts" USING btree ("sub_product","opened_at","id");--> statement-breakpoint
CREATE INDEX "member_accounts_seen" ON "member_accounts" USING btree ("sub_product","last_seen_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_login_name" ON "members" USING btree (lower("login_name")) WHERE "members"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_mobile" ON "members" USING btree ("mobile") WHERE "members"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_wx" ON "members" USING btree ("wx_open_id") WHERE "members"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "members_enterprise" ON "members" USING btree ("enterprise_id","id");--> statement-breakpoint
CREATE INDEX "members_owner" ON "members" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "members_main" ON "members" USING btree ("main_id");--> statement-breakpoint
CREATE INDEX "members_cleared" ON "members" USING btree ("sessions_cleared_at","id") WHERE "members"."sessions_cleared_at" is not null;--> statement-breakpoint
CREATE INDEX "owner_changes_target" ON "owner_changes" USING btree ("target","target_id","id");--> statement-breakpoint
CREATE INDEX "documents_list" ON "documents" USING btree ("sub_product","day","id");--> statement-breakpoint
CREATE INDEX "order_changes_order" ON "order_changes" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_list" ON "orders" USING btree ("sub_product","id");--> statement-breakpoint
CREATE INDEX "orders_account" ON "orders" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "orders_salesman" ON "orders" USING btree ("salesman_id");--> statement-breakpoint
CREATE INDEX "data_keys_account" ON "data_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "partner_members_partner" ON "partner_members" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partners_name" ON "partners" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "partners_code" ON "partners" USING btree (lower("code"));--> statement-breakpoint
CREATE INDEX "partners_set" ON "partners" USING btree ("permission_set_id");--> statement-breakpoint
CREATE INDEX "partners_owner" ON "partners" USING btree ("owner_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "permission_sets_name" ON "permission_sets" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "third_powers_app" ON "third_powers" USING btree ("sub_product",lower("app_id"));--> statement-breakpoint
CREATE INDEX "registration_steps_registration" ON "registration_steps" USING btree ("registration_id","id");--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_enterprise_id_enterprises_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "public"."enterprises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registrations_open" ON "registrations" USING btree ("closed_at" DESC NULLS FIRST,"first_contact_at" NULLS FIRST,"created_at","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "registrations_owner" ON "registrations" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "registrations_state" ON "registrations" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "registrations_enterprise" ON "registrations" USING btree ("enterprise_id");--> statement-breakpoint
CREATE INDEX "registrations_member" ON "registrations" USING btree ("member_id");