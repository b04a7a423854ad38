CREATE TABLE "wechat_tickets" (
	"app_id" text PRIMARY KEY NOT NULL,
	"ticket" text DEFAULT '' NOT NULL,
	"expires_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"renewing_until" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_days" (
	"share_id" bigint NOT NULL,
	"day" date NOT NULL,
	"opens" integer DEFAULT 0 NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"seconds" bigint DEFAULT 0 NOT NULL,
	"fetches" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp(3) with time zone,
	CONSTRAINT "share_days_share_id_day_pk" PRIMARY KEY("share_id","day")
);
--> statement-breakpoint
DROP INDEX "shares_place";--> statement-breakpoint
ALTER TABLE "news_categories" ADD COLUMN "free_part" text DEFAULT 'opening' NOT NULL;--> statement-breakpoint
ALTER TABLE "share_days" ADD CONSTRAINT "share_days_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_days_day" ON "share_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "share_visits_old" ON "share_visits" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_place" ON "shares" USING btree ("sharer_id","article_id","channel") WHERE "shares"."ended_at" is null;--> statement-breakpoint
-- the figures so far, from the openings and fetches that are stored
INSERT INTO "share_days" ("share_id", "day", "opens", "people", "seconds", "last_at")
	SELECT "share_id", "day", count(*), count(DISTINCT "visitor"), sum("seconds"), max("at") FROM "share_visits" GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "share_days" ("share_id", "day", "fetches") SELECT "share_id", "day", "count" FROM "share_fetches"
	ON CONFLICT ("share_id", "day") DO UPDATE SET "fetches" = excluded."fetches";--> statement-breakpoint
DROP TABLE "share_fetches";
