ALTER TABLE "visit_enterprises" ADD COLUMN "visit_days" integer;--> statement-breakpoint
ALTER TABLE "visit_enterprises" ADD CONSTRAINT "visit_enterprises_days" CHECK ("visit_enterprises"."visit_days" between 1 and 3650);--> statement-breakpoint
CREATE TABLE "dinner_fills" (
	"meeting_id" bigint PRIMARY KEY NOT NULL,
	"by_id" bigint NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"moves" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dinner_pairs" (
	"one_id" bigint NOT NULL,
	"other_id" bigint NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "dinner_pairs_one_id_other_id_pk" PRIMARY KEY("one_id","other_id"),
	CONSTRAINT "dinner_pairs_order" CHECK ("dinner_pairs"."one_id" < "dinner_pairs"."other_id")
);
--> statement-breakpoint
CREATE TABLE "dinner_seats" (
	"guest_id" bigint PRIMARY KEY NOT NULL,
	"table_id" bigint NOT NULL,
	"seat" integer NOT NULL,
	CONSTRAINT "dinner_seats_number" CHECK ("dinner_seats"."seat" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "dinner_tables" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"meeting_id" bigint NOT NULL,
	"zone" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"seats" integer NOT NULL,
	"quota_id" bigint,
	"position" integer NOT NULL,
	CONSTRAINT "dinner_tables_seats" CHECK ("dinner_tables"."seats" between 1 and 20)
);
--> statement-breakpoint
DROP INDEX "dinner_guests_seat";--> statement-breakpoint
ALTER TABLE "dinner_guests" ALTER COLUMN "name" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "dinner_guests" ADD COLUMN "person_id" bigint;--> statement-breakpoint
ALTER TABLE "dinner_fills" ADD CONSTRAINT "dinner_fills_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dinner_fills" ADD CONSTRAINT "dinner_fills_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dinner_pairs" ADD CONSTRAINT "dinner_pairs_one_id_dinner_guests_id_fk" FOREIGN KEY ("one_id") REFERENCES "public"."dinner_guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dinner_pairs" ADD CONSTRAINT "dinner_pairs_other_id_dinner_guests_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."dinner_guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dinner_seats" ADD CONSTRAINT "dinner_seats_guest_id_dinner_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."dinner_guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dinner_seats" ADD CONSTRAINT "dinner_seats_table_id_dinner_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."dinner_tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dinner_tables" ADD CONSTRAINT "dinner_tables_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dinner_tables" ADD CONSTRAINT "dinner_tables_quota_id_meeting_quotas_id_fk" FOREIGN KEY ("quota_id") REFERENCES "public"."meeting_quotas"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dinner_pairs_other" ON "dinner_pairs" USING btree ("other_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dinner_tables_name" ON "dinner_tables" USING btree ("meeting_id",lower("name"));--> statement-breakpoint
CREATE INDEX "dinner_tables_quota" ON "dinner_tables" USING btree ("quota_id");--> statement-breakpoint
ALTER TABLE "dinner_guests" ADD CONSTRAINT "dinner_guests_person_id_sign_up_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."sign_up_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dinner_guests_person" ON "dinner_guests" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "dinner_guests_meeting" ON "dinner_guests" USING btree ("meeting_id");--> statement-breakpoint
-- tables with a number become tables with a name; what sat on a seat above 20 moves to a table beside it
INSERT INTO "dinner_tables" ("meeting_id", "name", "seats", "position")
SELECT meeting_id, table_number || ' 桌' || CASE WHEN seat > 20 THEN '（续）' ELSE '' END,
  greatest(10, max(CASE WHEN seat > 20 THEN seat - 20 ELSE seat END)), table_number * 2 + (seat > 20)::int
FROM "dinner_guests" GROUP BY meeting_id, table_number, seat > 20;--> statement-breakpoint
INSERT INTO "dinner_seats" ("guest_id", "table_id", "seat")
SELECT g.id, t.id, CASE WHEN g.seat > 20 THEN g.seat - 20 ELSE g.seat END FROM "dinner_guests" g
JOIN "dinner_tables" t ON t.meeting_id = g.meeting_id AND t.position = g.table_number * 2 + (g.seat > 20)::int;--> statement-breakpoint
-- who is signed up by that name and number is the head of that sign-up
UPDATE "dinner_guests" g SET "person_id" = p.id, "name" = '', "company" = '', "mobile" = ''
FROM (SELECT DISTINCT ON (g.meeting_id, p.id) p.id, g.id AS guest_id FROM "dinner_guests" g
  JOIN "meeting_sign_ups" u ON u.meeting_id = g.meeting_id AND u.state IN ('confirmed', 'came')
  JOIN "sign_up_people" p ON p.sign_up_id = u.id AND p.name = g.name AND p.mobile = g.mobile
  WHERE g.mobile <> '' ORDER BY g.meeting_id, p.id, g.id) p
WHERE p.guest_id = g.id;--> statement-breakpoint
ALTER TABLE "dinner_guests" ADD CONSTRAINT "dinner_guests_name" CHECK (("dinner_guests"."person_id" is null) = ("dinner_guests"."name" <> ''));--> statement-breakpoint
ALTER TABLE "dinner_guests" DROP COLUMN "table_number";--> statement-breakpoint
ALTER TABLE "dinner_guests" DROP COLUMN "seat";--> statement-breakpoint
-- deferrable: a swap is one update
ALTER TABLE "dinner_seats" ADD CONSTRAINT "dinner_seats_seat" UNIQUE ("table_id", "seat") DEFERRABLE INITIALLY IMMEDIATE;
