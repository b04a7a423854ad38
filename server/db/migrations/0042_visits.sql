CREATE TABLE "visit_enterprises" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"customer_id" bigint,
	"products" text DEFAULT '' NOT NULL,
	"capacity" text DEFAULT '' NOT NULL,
	"devices" text DEFAULT '' NOT NULL,
	"region_id" bigint,
	"address" text DEFAULT '' NOT NULL,
	"longitude" numeric(9, 6),
	"latitude" numeric(8, 6),
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"picture_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_enterprises_place" CHECK (("visit_enterprises"."longitude" is null) = ("visit_enterprises"."latitude" is null))
);
--> statement-breakpoint
CREATE TABLE "visit_people" (
	"visit_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "visit_people_visit_id_user_id_kind_pk" PRIMARY KEY("visit_id","user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "visit_talks" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"visit_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"price" numeric,
	"unit" text DEFAULT '' NOT NULL,
	"stock" text DEFAULT '' NOT NULL,
	"rate" smallint,
	"mood" text,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "visit_talks_rate" CHECK ("visit_talks"."rate" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enterprise_id" bigint NOT NULL,
	"owner_id" bigint NOT NULL,
	"planned_at" timestamp(3) with time zone NOT NULL,
	"aim" text NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"departed_at" timestamp(3) with time zone,
	"arrived_at" timestamp(3) with time zone,
	"longitude" numeric(9, 6),
	"latitude" numeric(8, 6),
	"reported_at" timestamp(3) with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"met" text DEFAULT '' NOT NULL,
	"result" text DEFAULT '' NOT NULL,
	"picture_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_on" date,
	"next_text" text DEFAULT '' NOT NULL,
	"next_user_id" bigint,
	"created_by_id" bigint NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visits_arrived" CHECK (("visits"."state" in ('visited', 'reported')) = ("visits"."arrived_at" is not null)),
	CONSTRAINT "visits_reported" CHECK (("visits"."state" = 'reported') = ("visits"."reported_at" is not null)),
	CONSTRAINT "visits_place" CHECK (("visits"."longitude" is null) = ("visits"."latitude" is null))
);
--> statement-breakpoint
ALTER TABLE "visit_enterprises" ADD CONSTRAINT "visit_enterprises_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_enterprises" ADD CONSTRAINT "visit_enterprises_customer_id_enterprises_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."enterprises"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_enterprises" ADD CONSTRAINT "visit_enterprises_region_id_regions_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_people" ADD CONSTRAINT "visit_people_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_people" ADD CONSTRAINT "visit_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_talks" ADD CONSTRAINT "visit_talks_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_talks" ADD CONSTRAINT "visit_talks_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_enterprise_id_visit_enterprises_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "public"."visit_enterprises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_next_user_id_users_id_fk" FOREIGN KEY ("next_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_enterprises_owner" ON "visit_enterprises" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "visit_enterprises_region" ON "visit_enterprises" USING btree ("region_id");--> statement-breakpoint
CREATE INDEX "visit_enterprises_updated" ON "visit_enterprises" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "visit_enterprises_part" ON "visit_enterprises" USING gin ("name" gin_trgm_ops,"products" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "visit_enterprises_customer" ON "visit_enterprises" USING btree ("customer_id") WHERE "visit_enterprises"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "visit_people_user" ON "visit_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "visit_talks_visit" ON "visit_talks" USING btree ("visit_id","id");--> statement-breakpoint
CREATE INDEX "visit_talks_product" ON "visit_talks" USING btree ("product_id","visit_id");--> statement-breakpoint
CREATE INDEX "visits_planned" ON "visits" USING btree ("planned_at","id");--> statement-breakpoint
CREATE INDEX "visits_owner" ON "visits" USING btree ("owner_id","planned_at");--> statement-breakpoint
CREATE INDEX "visits_enterprise" ON "visits" USING btree ("enterprise_id","arrived_at");--> statement-breakpoint
CREATE INDEX "visits_open" ON "visits" USING btree ("owner_id","planned_at") WHERE "visits"."state" in ('planned', 'onTheWay', 'visited');