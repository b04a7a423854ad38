CREATE TABLE "share_fetches" (
	"share_id" bigint NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "share_fetches_share_id_day_pk" PRIMARY KEY("share_id","day")
);
--> statement-breakpoint
CREATE TABLE "share_leads" (
	"registration_id" bigint PRIMARY KEY NOT NULL,
	"share_id" bigint NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_visits" (
	"share_id" bigint NOT NULL,
	"visit" text NOT NULL,
	"day" date NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"visitor" text NOT NULL,
	"seconds" integer NOT NULL,
	"host" text NOT NULL,
	CONSTRAINT "share_visits_share_id_visit_pk" PRIMARY KEY("share_id","visit"),
	CONSTRAINT "share_visits_seconds" CHECK ("share_visits"."seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"article_id" bigint NOT NULL,
	"sharer_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "shares_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "share_fetches" ADD CONSTRAINT "share_fetches_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_leads" ADD CONSTRAINT "share_leads_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_leads" ADD CONSTRAINT "share_leads_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visits" ADD CONSTRAINT "share_visits_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_sharer_id_users_id_fk" FOREIGN KEY ("sharer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_leads_share" ON "share_leads" USING btree ("share_id","day");--> statement-breakpoint
CREATE INDEX "share_visits_day" ON "share_visits" USING btree ("share_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_place" ON "shares" USING btree ("sharer_id","article_id","channel");--> statement-breakpoint
CREATE INDEX "shares_article" ON "shares" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "shares_created" ON "shares" USING btree ("created_at","id");