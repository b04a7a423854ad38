CREATE TABLE "applets" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "applets_app_id_unique" UNIQUE("app_id")
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
ALTER TABLE "departments" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "menus" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "category_id" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "unit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "table_type" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_show" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sort" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
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
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_categories" ADD CONSTRAINT "news_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regions" ADD CONSTRAINT "regions_parent_id_regions_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."regions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("category_id","sort","id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_code" ON "products" USING btree ("code") WHERE "products"."code" <> '';--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_table_type" CHECK ("products"."table_type" in (1, 2));