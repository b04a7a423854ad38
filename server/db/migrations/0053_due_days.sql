ALTER TABLE "monitoring_rules" DROP CONSTRAINT "monitoring_rules_calendar";--> statement-breakpoint
ALTER TABLE "due_alerts" DROP CONSTRAINT "due_alerts_due_id_level_pk";--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "calendar_id" bigint;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "active_since" timestamp(3) with time zone DEFAULT '2000-01-01T00:00:00+08:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ALTER COLUMN "active_since" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_revisions_submission" ON "price_revisions" USING btree ("day","quote_item_id","act","at") WHERE "price_revisions"."act" in ('submit', 'withdraw', 'overrule', 'delete');--> statement-breakpoint
CREATE INDEX "quote_items_calendar" ON "quote_items" USING btree ("calendar_id");--> statement-breakpoint
ALTER TABLE "due_alerts" ADD CONSTRAINT "due_alerts_person" UNIQUE NULLS NOT DISTINCT("due_id","level","to_id");--> statement-breakpoint
ALTER TABLE "monitoring_rules" ADD CONSTRAINT "monitoring_rules_calendar" CHECK ("monitoring_rules"."calendar_id" is not null or "monitoring_rules"."kind" in ('price', 'report'));--> statement-breakpoint
-- the default of a quote item is the same calendar: so left open, a calendar chosen for an item applies
UPDATE "monitoring_rules" SET "calendar_id" = NULL WHERE "kind" = 'price' AND "level" <> 'item'
  AND "calendar_id" = (SELECT "id" FROM "calendars" WHERE "code" = 'workday');--> statement-breakpoint
-- absences that overlap become one
WITH "spans" AS (
  SELECT "user_id", unnest(range_agg(daterange("from_day", "to_day", '[]'))) AS "days" FROM "absences" GROUP BY "user_id"
), "kept" AS (
  SELECT min("a"."id") AS "id", "s"."user_id", "s"."days", left(string_agg(nullif("a"."remark", ''), '；' ORDER BY "a"."id"), 200) AS "remark"
    FROM "spans" "s" JOIN "absences" "a" ON "a"."user_id" = "s"."user_id" AND daterange("a"."from_day", "a"."to_day", '[]') <@ "s"."days"
    GROUP BY "s"."user_id", "s"."days" HAVING count(*) > 1
), "gone" AS (
  DELETE FROM "absences" "a" USING "kept" "k" WHERE "a"."user_id" = "k"."user_id" AND "a"."id" <> "k"."id"
    AND daterange("a"."from_day", "a"."to_day", '[]') <@ "k"."days"
)
UPDATE "absences" "a" SET "from_day" = lower("k"."days"), "to_day" = upper("k"."days") - 1, "remark" = coalesce("k"."remark", '')
  FROM "kept" "k" WHERE "a"."id" = "k"."id";--> statement-breakpoint
-- ranges of one id each: so no extension is needed
ALTER TABLE "absences" ADD CONSTRAINT "absences_once" EXCLUDE USING gist
  (int8range("user_id", "user_id", '[]') WITH &&, daterange("from_day", "to_day", '[]') WITH &&);
