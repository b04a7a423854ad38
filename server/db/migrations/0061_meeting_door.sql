CREATE TABLE "check_in_links" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"list_id" bigint NOT NULL,
	"code" text NOT NULL,
	"pin_hash" text NOT NULL,
	"wrong_pins" integer DEFAULT 0 NOT NULL,
	"maker_id" bigint NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "meeting_sessions" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"meeting_id" bigint NOT NULL,
	"day" date NOT NULL,
	"from_time" text NOT NULL,
	"to_time" text NOT NULL,
	"hall" text DEFAULT '' NOT NULL,
	"title" text NOT NULL,
	"speaker" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	CONSTRAINT "meeting_sessions_times" CHECK ("meeting_sessions"."from_time" ~ '^\d\d:\d\d$' and "meeting_sessions"."to_time" ~ '^\d\d:\d\d$' and "meeting_sessions"."from_time" < "meeting_sessions"."to_time")
);
--> statement-breakpoint
ALTER TABLE "check_ins" DROP CONSTRAINT "check_ins_once";--> statement-breakpoint
ALTER TABLE "check_ins" DROP CONSTRAINT "check_ins_sign_up_id_meeting_sign_ups_id_fk";
--> statement-breakpoint
DROP INDEX "check_ins_sign_up";--> statement-breakpoint
ALTER TABLE "check_ins" ALTER COLUMN "sign_up_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ALTER COLUMN "people" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ALTER COLUMN "by_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "check_in_lists" ADD COLUMN "kind" text DEFAULT 'entry' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_in_lists" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "person_id" bigint;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "nonce" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "received_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "state" text DEFAULT 'valid' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "door" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "link_id" bigint;--> statement-breakpoint
-- a check-in of a sign-up becomes one for each head that came with it
INSERT INTO "check_ins" ("list_id", "person_id", "at", "received_at", "by_id")
SELECT c.list_id, p.id, c.at, c.at, c.by_id FROM "check_ins" c
JOIN "sign_up_people" p ON p.sign_up_id = c.sign_up_id AND p.position < c.people;--> statement-breakpoint
DELETE FROM "check_ins" WHERE "person_id" IS NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ALTER COLUMN "person_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" DROP COLUMN "sign_up_id";--> statement-breakpoint
ALTER TABLE "check_ins" DROP COLUMN "people";--> statement-breakpoint
UPDATE "check_in_lists" SET "kind" = CASE WHEN "name" LIKE '%宴%' THEN 'dinner' WHEN "name" LIKE '%资料%' THEN 'papers' ELSE 'entry' END;--> statement-breakpoint
ALTER TABLE "check_in_links" ADD CONSTRAINT "check_in_links_list_id_check_in_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."check_in_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_links" ADD CONSTRAINT "check_in_links_maker_id_users_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_sessions" ADD CONSTRAINT "meeting_sessions_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_links_code" ON "check_in_links" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_links_live" ON "check_in_links" USING btree ("list_id") WHERE "check_in_links"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "meeting_sessions_meeting" ON "meeting_sessions" USING btree ("meeting_id","day","from_time");--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_person_id_sign_up_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."sign_up_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_link_id_check_in_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."check_in_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_nonce" ON "check_ins" USING btree ("nonce");--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_once" ON "check_ins" USING btree ("list_id","person_id") WHERE "check_ins"."state" = 'valid';--> statement-breakpoint
CREATE INDEX "check_ins_person" ON "check_ins" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "check_ins_link" ON "check_ins" USING btree ("link_id");--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_by" CHECK (("check_ins"."by_id" is null) <> ("check_ins"."link_id" is null));--> statement-breakpoint
-- One session at a time in a hall, for PostgreSQL 15 and later without the extension btree_gist: meeting, hall and minute are
-- one number. 48 bits of a hash name the hall; where none is named, sessions may overlap.
ALTER TABLE "meeting_sessions" ADD CONSTRAINT "meeting_sessions_hall" EXCLUDE USING gist (
  numrange(
    ("meeting_id"::numeric * 1000000000000000 + ('x' || left(md5(lower("hall")), 12))::bit(48)::bigint) * 100000000
      + ("day" - date '2000-01-01') * 1440 + left("from_time", 2)::int * 60 + right("from_time", 2)::int,
    ("meeting_id"::numeric * 1000000000000000 + ('x' || left(md5(lower("hall")), 12))::bit(48)::bigint) * 100000000
      + ("day" - date '2000-01-01') * 1440 + left("to_time", 2)::int * 60 + right("to_time", 2)::int
  ) WITH &&
) WHERE ("hall" <> '');--> statement-breakpoint
-- agendas become sessions; of two that overlap, the later one gets a hall of its own, to be seen and mended
DO $$
DECLARE
  item record;
  named text;
  attempt int;
BEGIN
  FOR item IN
    SELECT m.id, s.value AS row FROM meetings m, jsonb_array_elements(m.agenda) WITH ORDINALITY AS s(value, place)
    ORDER BY m.id, s.place
  LOOP
    named := btrim(item.row ->> 'hall');
    attempt := 1;
    LOOP
      BEGIN
        INSERT INTO meeting_sessions (meeting_id, day, from_time, to_time, hall, title, speaker, company)
        VALUES (item.id, (item.row ->> 'day')::date, item.row ->> 'from', item.row ->> 'to', named, item.row ->> 'title',
          coalesce(item.row ->> 'speaker', ''), coalesce(item.row ->> 'company', ''));
        EXIT;
      EXCEPTION WHEN exclusion_violation THEN
        attempt := attempt + 1;
        named := left(btrim(item.row ->> 'hall'), 40) || '（重叠' || attempt || '）';
      END;
    END LOOP;
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "meetings" DROP COLUMN "agenda";
