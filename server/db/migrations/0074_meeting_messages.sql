ALTER TABLE "sms_classes" ADD COLUMN "purpose" text DEFAULT 'push' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_bodies" ADD COLUMN "sms_class_id" bigint;--> statement-breakpoint
ALTER TABLE "message_bodies" ADD COLUMN "part_price" numeric;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "cancel_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "cancelled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_cancelled" CHECK (("meetings"."state" = 'cancelled') = ("meetings"."cancelled_at" is not null));--> statement-breakpoint
CREATE INDEX "message_bodies_sms_class" ON "message_bodies" USING btree ("sms_class_id") WHERE "message_bodies"."sms_class_id" is not null;
