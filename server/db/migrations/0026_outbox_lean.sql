ALTER TABLE "messages" DROP CONSTRAINT "messages_body_id_message_bodies_id_fk";
--> statement-breakpoint
DROP INDEX "messages_recipient";--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient_id") WHERE "messages"."recipient_id" is not null and "messages"."state" <> 'queued';