DROP INDEX "messages_ended";--> statement-breakpoint
ALTER TABLE "message_bodies" ADD COLUMN "links" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_bodies" ADD COLUMN "cleared_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "receipt_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "delivered_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "opened_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "clicked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "cleared_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "is_tracked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_receipts" ON "messages" USING btree ("channel","receipt_at") WHERE "messages"."receipt_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_ended" ON "messages" USING btree ("ended_at") WHERE "messages"."ended_at" is not null and "messages"."cleared_at" is null;