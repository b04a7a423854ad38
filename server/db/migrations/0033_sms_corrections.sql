ALTER TABLE "monitoring_rules" ALTER COLUMN "calendar_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "message_opt_outs" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_classes" ADD COLUMN "correction_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_classes" ADD COLUMN "correction_template" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_sms_handed" ON "messages" USING btree ("handed_at") WHERE "messages"."channel" = 'sms';--> statement-breakpoint
UPDATE "monitoring_rules" SET "calendar_id" = null WHERE "kind" = 'report';--> statement-breakpoint
ALTER TABLE "monitoring_rules" ADD CONSTRAINT "monitoring_rules_calendar" CHECK ("monitoring_rules"."calendar_id" is not null or "monitoring_rules"."kind" = 'report');