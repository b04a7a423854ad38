ALTER TABLE "message_bodies" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "message_opt_outs" ADD COLUMN "topic" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_opt_outs" DROP CONSTRAINT "message_opt_outs_channel_address_pk";--> statement-breakpoint
ALTER TABLE "message_opt_outs" ADD CONSTRAINT "message_opt_outs_channel_address_topic_pk" PRIMARY KEY("channel","address","topic");--> statement-breakpoint
-- mails had one opt-out of everything: each topic is now restored by itself
INSERT INTO "message_opt_outs" ("channel", "address", "topic", "message_id", "reason", "at", "restored_at", "restored_by_name", "restore_reason")
  SELECT "channel", "address", "topics"."topic", "message_id", "reason", "at", "restored_at", "restored_by_name", "restore_reason"
    FROM "message_opt_outs", unnest(ARRAY['prices', 'reports', 'marketing']) AS "topics"("topic") WHERE "channel" = 'mail';--> statement-breakpoint
DELETE FROM "message_opt_outs" WHERE "channel" = 'mail' AND "topic" = 'all';
