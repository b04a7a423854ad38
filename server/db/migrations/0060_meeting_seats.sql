CREATE TABLE "meeting_quotas" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"meeting_id" bigint NOT NULL,
	"name" text NOT NULL,
	"seats" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "meeting_quotas_meeting" UNIQUE("meeting_id","id"),
	CONSTRAINT "meeting_quotas_taken" CHECK ("meeting_quotas"."taken" between 0 and "meeting_quotas"."seats"),
	CONSTRAINT "meeting_quotas_seats" CHECK ("meeting_quotas"."seats" between 0 and 100000)
);--> statement-breakpoint
CREATE TABLE "sign_up_people" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"sign_up_id" bigint NOT NULL,
	"quota_id" bigint NOT NULL,
	"name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"code" text DEFAULT left(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=01iloILO', ''), 16) NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "sign_up_people_position" UNIQUE("sign_up_id","position")
);--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD COLUMN "quota_id" bigint;--> statement-breakpoint
DROP INDEX "meeting_sign_ups_person";--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD COLUMN "code" text DEFAULT left(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=01iloILO', ''), 16) NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD COLUMN "offered_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD COLUMN "consent_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "code" text DEFAULT left(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=01iloILO', ''), 10) NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "series" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "smaller_may_pass" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "own_fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_quotas" ADD CONSTRAINT "meeting_quotas_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_quotas_name" ON "meeting_quotas" USING btree ("meeting_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "sign_up_people_code" ON "sign_up_people" USING btree ("code");--> statement-breakpoint
CREATE INDEX "sign_up_people_quota" ON "sign_up_people" USING btree ("quota_id");--> statement-breakpoint
CREATE INDEX "meeting_sign_ups_mobile" ON "meeting_sign_ups" USING btree ("meeting_id","mobile");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_sign_ups_code" ON "meeting_sign_ups" USING btree ("code");--> statement-breakpoint
CREATE INDEX "meeting_sign_ups_waiting_order" ON "meeting_sign_ups" USING btree ("quota_id","waiting_at","id") WHERE "meeting_sign_ups"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "meeting_sign_ups_offers" ON "meeting_sign_ups" USING btree ("offered_until") WHERE "meeting_sign_ups"."state" = 'offered';--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_code" ON "meetings" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_sign_ups_person" ON "meeting_sign_ups" USING btree ("meeting_id","mobile") WHERE "meeting_sign_ups"."state" not in ('refused', 'lapsed', 'cancelled');--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD CONSTRAINT "meeting_sign_ups_offer" CHECK (("meeting_sign_ups"."state" = 'offered') = ("meeting_sign_ups"."offered_until" is not null));--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD CONSTRAINT "meeting_sign_ups_seat" UNIQUE("id","quota_id");--> statement-breakpoint
-- each meeting has one kind of seat until somebody divides them; whoever comes holds one for each head
INSERT INTO "meeting_quotas" ("meeting_id", "name", "seats", "taken")
SELECT m.id, '正式', greatest(m.seats, s.taken), s.taken
FROM "meetings" m, LATERAL (
  SELECT coalesce(sum(1 + u.companions) FILTER (WHERE u.state IN ('confirmed', 'came')), 0)::int AS taken
  FROM "meeting_sign_ups" u WHERE u.meeting_id = m.id
) s;--> statement-breakpoint
UPDATE "meetings" m SET seats = q.seats FROM "meeting_quotas" q WHERE q.meeting_id = m.id AND q.seats <> m.seats;--> statement-breakpoint
UPDATE "meeting_sign_ups" u SET quota_id = q.id FROM "meeting_quotas" q WHERE q.meeting_id = u.meeting_id;--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ALTER COLUMN "quota_id" SET NOT NULL;--> statement-breakpoint
INSERT INTO "sign_up_people" ("sign_up_id", "quota_id", "name", "mobile", "position")
SELECT u.id, u.quota_id, CASE n WHEN 0 THEN u.name ELSE '随行 ' || n END, CASE n WHEN 0 THEN u.mobile ELSE '' END, n
FROM "meeting_sign_ups" u, generate_series(0, u.companions) n;--> statement-breakpoint
ALTER TABLE "meeting_sign_ups" ADD CONSTRAINT "meeting_sign_ups_quota" FOREIGN KEY ("meeting_id","quota_id") REFERENCES "public"."meeting_quotas"("meeting_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_up_people" ADD CONSTRAINT "sign_up_people_sign_up" FOREIGN KEY ("sign_up_id","quota_id") REFERENCES "public"."meeting_sign_ups"("id","quota_id") ON DELETE cascade ON UPDATE cascade;
