CREATE TABLE "visit_consents" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_heard" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"visit_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"price_low" numeric,
	"price_high" numeric,
	"unit" text DEFAULT '' NOT NULL,
	"has_tax" boolean,
	"delivery" text DEFAULT '' NOT NULL,
	"stock" text DEFAULT '' NOT NULL,
	"rate" smallint,
	"mood" text,
	"remark" text DEFAULT '' NOT NULL,
	"is_confidential" boolean DEFAULT false NOT NULL,
	"verdict" text,
	"verdict_reason" text DEFAULT '' NOT NULL,
	"verdict_by_id" bigint,
	"verdict_at" timestamp(3) with time zone,
	CONSTRAINT "visit_heard_rate" CHECK ("visit_heard"."rate" between 0 and 100),
	CONSTRAINT "visit_heard_range" CHECK (("visit_heard"."price_low" is null) = ("visit_heard"."price_high" is null) and "visit_heard"."price_low" <= "visit_heard"."price_high"),
	CONSTRAINT "visit_heard_verdict" CHECK (("visit_heard"."verdict" is null) = ("visit_heard"."verdict_at" is null))
);
--> statement-breakpoint
CREATE TABLE "visit_notes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"visit_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"author_id" bigint NOT NULL,
	"text" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visits" DROP CONSTRAINT "visits_arrived";--> statement-breakpoint
ALTER TABLE "price_revisions" ADD COLUMN "heard_id" bigint;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "accuracy" integer;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "distance" integer;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "place_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "late_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "is_other_device" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "returned_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "next_visit_id" bigint;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "visit_consents" ADD CONSTRAINT "visit_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_heard" ADD CONSTRAINT "visit_heard_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_heard" ADD CONSTRAINT "visit_heard_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_heard" ADD CONSTRAINT "visit_heard_verdict_by_id_users_id_fk" FOREIGN KEY ("verdict_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_notes" ADD CONSTRAINT "visit_notes_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_notes" ADD CONSTRAINT "visit_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_heard_visit" ON "visit_heard" USING btree ("visit_id","id");--> statement-breakpoint
CREATE INDEX "visit_heard_product" ON "visit_heard" USING btree ("product_id","visit_id");--> statement-breakpoint
CREATE INDEX "visit_notes_visit" ON "visit_notes" USING btree ("visit_id","id");--> statement-breakpoint
ALTER TABLE "price_revisions" ADD CONSTRAINT "price_revisions_heard_id_visit_heard_id_fk" FOREIGN KEY ("heard_id") REFERENCES "public"."visit_heard"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_next_visit_id_visits_id_fk" FOREIGN KEY ("next_visit_id") REFERENCES "public"."visits"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visits_next" ON "visits" USING btree ("next_visit_id") WHERE "visits"."next_visit_id" is not null;--> statement-breakpoint
CREATE INDEX "visits_exact" ON "visits" USING btree ("arrived_at") WHERE "visits"."longitude" <> round("visits"."longitude", 2) or "visits"."latitude" <> round("visits"."latitude", 2);--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_request_key" UNIQUE("created_by_id","request_key");--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_returned" CHECK ("visits"."returned_at" is null or "visits"."state" = 'reported');--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_arrived" CHECK (case "visits"."state" when 'visited' then "visits"."arrived_at" is not null
        when 'reported' then ("visits"."arrived_at" is null) = ("visits"."late_reason" <> '') else "visits"."arrived_at" is null end);--> statement-breakpoint
CREATE INDEX "price_revisions_heard" ON "price_revisions" USING btree ("heard_id") WHERE "price_revisions"."heard_id" is not null;--> statement-breakpoint
-- what was heard keeps its figures: a single price is a range of two equal ends
INSERT INTO "visit_heard" ("visit_id", "product_id", "price_low", "price_high", "unit", "stock", "rate", "mood", "remark")
  SELECT "visit_id", "product_id", "price", "price", "unit", "stock", "rate", "mood", "remark" FROM "visit_talks" ORDER BY "id";--> statement-breakpoint
DROP TABLE "visit_talks";--> statement-breakpoint
-- earlier bindings stand, without a token of their phone
ALTER TABLE "visiting_assistants" RENAME COLUMN "open_id" TO "device_hash";--> statement-breakpoint
ALTER TABLE "visiting_assistants" RENAME CONSTRAINT "visiting_assistants_open_id_unique" TO "visiting_assistants_device_hash_unique";
