ALTER TABLE "follow_ups" DROP CONSTRAINT "follow_ups_next";--> statement-breakpoint
DROP INDEX "follow_ups_open";--> statement-breakpoint
DROP INDEX "follow_ups_due";--> statement-breakpoint
ALTER TABLE "follow_ups" ADD COLUMN "ended_by_visit_id" bigint;--> statement-breakpoint
ALTER TABLE "visit_enterprises" ADD COLUMN "capacities" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "visit_enterprises" ADD COLUMN "equipment" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_ended_by_visit_id_visits_id_fk" FOREIGN KEY ("ended_by_visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "follow_ups_open" ON "follow_ups" USING btree ("enterprise_id") WHERE "follow_ups"."next_on" is not null and "follow_ups"."ended_by_id" is null and "follow_ups"."ended_by_visit_id" is null;--> statement-breakpoint
CREATE INDEX "follow_ups_due" ON "follow_ups" USING btree ("next_on","id") WHERE "follow_ups"."next_on" is not null and "follow_ups"."ended_by_id" is null and "follow_ups"."ended_by_visit_id" is null;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_next" CHECK ("follow_ups"."next_on" is not null or ("follow_ups"."next_user_id" is null and "follow_ups"."ended_by_id" is null and "follow_ups"."ended_by_visit_id" is null));